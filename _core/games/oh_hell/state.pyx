"""The numbers of oh-hell that Python reads by name: the enums of state.pxd."""
