"""What every request and response passes: addresses, headers, languages, limits, errors and refusals."""
