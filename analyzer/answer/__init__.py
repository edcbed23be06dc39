"""What every format renders: blocks of an answer, and what each kind of chart draws."""
