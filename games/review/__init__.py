"""The review of a finished match: what each choice was worth, when it is made, and who may ask for it."""
