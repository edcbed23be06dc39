"""A page on which one turns a rule and sees what happens, watches games, and sits down to play.

`engine` plays and knows no web; `door` is the server and knows no game. What the page shows comes
from questions, estimates and renderers: it computes nothing and words nothing.
"""
