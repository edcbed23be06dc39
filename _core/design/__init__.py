"""Games in a Python file: piles, the contract that both modes share, and the interpreted one."""
