"""Serializers: they check input, and document input and output. The modules are those of the views."""
