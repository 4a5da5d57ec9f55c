"""An event from step to step: pairing, line-up, seats, nonces and deals."""
