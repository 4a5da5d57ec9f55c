"""What goes in and comes out, for the document and for checking what comes in: by module, as the views."""
