"""The compiled part: rules and numbers, installed as `analyzer._core`."""
