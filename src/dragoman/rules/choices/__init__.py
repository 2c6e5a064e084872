"""The rule choices as data: every question with its answers, rule sets, presets."""
