"""The games as environments of OpenSpiel, PettingZoo and Gymnasium. Each module needs the extra of
its name."""
