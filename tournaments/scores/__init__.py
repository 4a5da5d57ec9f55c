"""The score sheets of real tables, their forms and links, and how points are written."""
