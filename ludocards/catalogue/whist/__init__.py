"""The Whist of Ludopoli: two to six players without partners bid the exact number of their tricks."""
