"""Methods whose iteration costs a pass or two over the contacts."""
