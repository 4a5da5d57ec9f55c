"""Entry fees and prizes: what people pay at the desk, and who gets what of it. No payment is processed."""
