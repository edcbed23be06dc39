"""The numbers of horrible-mountain that Python reads by name: the enums of state.pxd."""
