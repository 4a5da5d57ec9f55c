"""The way of every request and response: addresses, headers, languages, limits, errors and refusals."""
