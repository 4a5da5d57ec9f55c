"""Text that people read and write: names, words, times and tables as files."""
