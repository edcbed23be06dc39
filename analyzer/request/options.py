"""Every option, said once: keyword, flags, values, default, sentence, and which commands take it.

The parameters of the commands, the checks of the Python functions, the commands that are printed,
completion, the manifest of a kept run and any form on a page come from the table `OPTIONS`.
"""

from dataclasses import replace
from functools import cache

from analyzer.request.clause_words import Clauses
from analyzer.request.kinds import Choice, Count, Flag, Integer, Kind, Number, Text, Texts
from analyzer.request.option import Option as Option
from analyzer.request.parameter_values import ParameterValues
from analyzer.request.setting_kinds import (
    MANY_SEATS,
    Contestants,
    Policies,
    RulePairs,
    RuleValues,
    Sizes,
    Variants,
)

QUESTIONS = (  # can be kept and resumed
    *("simulate", "compare", "sweep", "tournament", "ask", "tune", "contract"),
)
REQUESTS = (*QUESTIONS, "plan", "report", "replay", "advise")
JUDGED_WORLDS = 200  # of a judged replay, if nobody says
SETTING = ("players", "policy", "rules", "rule", "count", "seed", "coin_seed")  # say what is played


_PLAYED = ("resume", "extend", "again")  # commands that play what a file asks for
_SHOWING = (*QUESTIONS, "plan", "advise", "resume", "extend", "merge", "show", "replay")
_TIMED = ("simulate", "compare", "sweep", "ask", "contract")
_POINTS = Number(0, 100, " percentage points")
_GAMES_HELP = "Games to play: 1e6, 250k, 1_000_000."

# --- what is asked about, without a flag ----------------------------------------------------------

_GAME = Option(
    *(
        "game",
        (),
        "GAME",
        Text("the name of a game"),
        "Name of the game; analyze games lists them.",
    ),
    takers=(*(kind for kind in REQUESTS if kind != "contract"), "rules", "policies", "check"),
    required="be given",
    completes="games",
)
_ARGUMENTS = (
    _GAME,
    replace(
        *(_GAME,),
        takers=("fields",),
        help="A game: its columns and counters.",
        required="",
    ),
    replace(
        *(_GAME,),
        metavar="FILE",
        takers=("contract",),
        help="The contract, such as balance.toml; or a game, with --clause.",
        required="",
    ),
    replace(
        *(_GAME,),
        takers=("studio",),
        help="The game to begin with, or your game file.",
        required="",
    ),
    Option(
        *("question", (), "QUESTION", Text("the name of a question"), "What to ask."),
        takers=("ask",),
        completes="questions",
    ),
    Option(
        *("folder", (), "DIR", Text("a folder"), "The folder of a kept run (--out)."),
        takers=("resume", "extend"),
        required="be given",
        completes="runs",
    ),
    Option(
        *("folder", (), "FOLDER", Text("a folder"), "Where to look, one level deep."),
        takers=("runs",),
        default=".",
    ),
    Option(
        *("folders", (), "DIR [OTHER]", Texts("folders"), "Folders of kept runs, one or two."),
        takers=("show",),
        required="be given",
        completes="runs",
    ),
    Option(
        *("folders", (), "DIR OTHER", Texts("folders"), "Folders of kept runs, two or more."),
        takers=("merge",),
        required="be given",
        completes="runs",
    ),
    Option(
        *("file", (), "FILE", Text("a file"), "An answer.json, or the folder of a kept run."),
        takers=("again",),
        required="be given",
        completes="runs",
    ),
    Option(
        *("name", (), "NAME", Text("a name"), "What the game is called."),
        takers=("new",),
        required="be given",
    ),
)

# --- what is played -------------------------------------------------------------------------------

_PLAYERS = Option(
    *("players", ("--players", "-p"), "N", Integer(1, MANY_SEATS, "4")),
    "Seats at the table. [default: as many as usually play]",
    takers=(
        *("simulate", "compare", "tournament", "ask", "plan", "tune", "report", "replay", "advise"),
    ),
    completes="players",
)
_RULES = Option(
    *("rules", ("--rule",), "NAME=VALUE", RulePairs()),
    "Play by another rule, as in target=30; see analyze rules GAME.",
    takers=(
        *("simulate", "compare", "tournament", "ask", "contract", "plan", "tune", "report"),
        *("replay", "advise"),
    ),
    completes="rules",
)
_VS = Option(
    *("vs", ("--vs",), "NAME=VALUE", Variants()),
    "A variant: what differs from the reference. May be given several times.",
    takers=("compare",),
    required="say what to compare with, such as target=35",
    completes="variants",
)
_WHAT_IS_PLAYED = (
    _PLAYERS,
    replace(
        *(_PLAYERS,),
        kind=Sizes(),
        takers=("sweep", "contract"),
        help="Seats at the table: 5, 3..8 or 3,5.",
    ),
    Option(
        *("clause", ("--clause",), "KEY=LIMIT", Clauses()),
        "A clause that must hold, as in seats.within=1.0. May be given several times.",
        takers=("contract",),
    ),
    _VS,
    replace(
        *(_VS,),
        help="A change that is to be seen. May be given several times. [default: a few steps of "
        "single rules]",
        takers=("plan",),
        required="",
    ),
    Option(
        *("policies", ("--policies",), "A,B[,C]", Contestants()),
        "Who takes part; a parameter's comma stays with its policy (careful:a=1,b=2).",
        takers=("tournament",),
        required="name who takes part, such as greedy,expert",
        completes="contestants",
    ),
    Option(
        *("over", ("--over",), "NAME=VALUES", ParameterValues()),
        "A parameter of the policy and what to try: keep=0..6 whole numbers, price=0.0..2.0 any "
        "number, step=0..1:0.25, hold=0,1. May be given several times.",
        takers=("tune",),
        required="say what to vary, such as keep=0..6",
        completes="tuned",
    ),
    replace(
        *(_RULES,),
        keyword="rule",
        metavar="NAME=VALUES",
        kind=RuleValues(),
        help="A rule and the values to try, as in target=20..50:5; one value holds in all cells.",
        takers=("sweep",),
    ),
)

# --- how much is played, and what is told ---------------------------------------------------------

_N = Option(
    *("n", ("-n",), "COUNT", Count(), _GAMES_HELP),
    takers=("simulate", "compare"),
    default=100_000,
    is_always_printed=True,
)
_WORLDS = Option(
    *("worlds", ("--worlds",), "COUNT", Count(1, 100_000)),
    "Worlds in which every move is tried.",
    takers=("advise",),
    default=1000,
)
_BY = Option(
    *("by", ("--by",), "VALUE", Choice(("win", "margin"))),
    "win: the chance to win; margin: points at the end of the hand or day. "
    "[default: margin where a game has hands]",
    takers=("advise",),
)
_PRECISION = Option(
    *("precision", ("--precision",), "PP", _POINTS),
    "Stop when every win share is known to this many percentage points; -n is the largest number "
    "of games.",
    takers=("simulate",),
)
_INDEX = Option(
    *("index", ("--game",), "INDEX", Count(0)),
    "Which game of the seed, from 0.",
    takers=("replay",),
    default=0,
    is_always_printed=True,
)
_SEED = Option(
    *("seed", ("--seed",), "N", Integer(0, 2**64 - 1)),
    "The same seed deals the same games.",
    takers=tuple(kind for kind in REQUESTS if kind != "advise"),
    default=1,
    is_always_printed=True,
)
_SIZE = (
    _N,
    replace(_N, takers=("sweep",), default=20_000),
    replace(_N, takers=("tournament",), default=10_000),
    replace(_N, takers=("ask",), kind=Count(100), default=None),
    replace(
        *(_N,),
        takers=("plan",),
        kind=Count(100),
        default=None,
        help="Games of the pilot. [default: what two cores play in about two seconds]",
    ),
    replace(
        *(_N,),
        takers=("contract",),
        kind=Count(1000),
        default=None,
        help="The most games of each table. [default: what two cores play in about a minute]",
    ),
    Option(
        *("open", ("--open",), "VALUE", Choice(("error", "pass"))),
        "What becomes of a contract with an open clause: error, or pass.",
        takers=("contract",),
        default="error",
    ),
    Option(
        *("plan", ("--plan",), "", Flag()),
        "Play a pilot alone, and name the games that decide every clause.",
        takers=("contract",),
        default=False,
    ),
    Option(
        *("difference", ("--difference",), "PP", _POINTS),
        "The change of a win share, in percentage points, that is to be seen.",
        takers=("plan",),
        default=1.0,
    ),
    replace(
        *(_N,),
        takers=("tune",),
        default=None,
        help="Games in all, of the search and of the confirmation: 1e6, 250k. [default: as many as "
        "two cores play in about a minute]",
    ),
    replace(
        *(_N,),
        takers=("report",),
        kind=Count(5000),
        default=None,
        help="Games of the first section; the others have their share.",
    ),
    replace(
        *(_N,),
        takers=("extend",),
        default=None,
        help="Total number of games: 1e6, 250k, 1,000,000.",
        required="say how many games the run should have in total",
    ),
    Option(
        *("seconds", ("--seconds",), "S", Number(0, 86_400, " seconds")),
        "Instead of -n: as many games as two cores play in about this time.",
        takers=("ask", "tune", "report"),
    ),
    _PRECISION,
    replace(
        *(_PRECISION,),
        takers=("ask",),
        help="Instead of -n: enough games to know a win share to this many percentage points.",
    ),
    replace(
        *(_PRECISION,),
        takers=("advise",),
        kind=Number(0, 1000),
        help="Stop when every value is known to this many percentage points (or points).",
    ),
    Option(
        *("until_decided", ("--until-decided",), "", Flag()),
        "Stop when the verdict is certain; -n is the largest number of games.",
        takers=("simulate",),
        default=False,
    ),
    Option(
        *("quick", ("--quick",), "", Flag()),
        "Fewer games: 15 seconds instead of a minute.",
        takers=("report",),
        default=False,
    ),
    Option(
        *("position", ("--position",), "FILE.toml", Text("a file")),
        "The position, in words.",
        takers=("advise",),
    ),
    _INDEX,
    replace(
        *(_INDEX,),
        takers=("advise",),
        default=None,
        help="Or a game of the seed, by its number. [default: 0]",
    ),
    Option(
        *("move", ("--move",), "N", Count()),
        "The move of that game to decide on. [default: 1]",
        takers=("advise",),
    ),
)

_WHO_AND_LUCK = (
    Option(
        *("policy", ("--policy",), "[SEAT=]POLICY", Policies()),
        "Who decides: a policy for all seats, or for some (1=random, 2,4=greedy). Your own class "
        "is ./mine.py:Cautious. See analyze policies GAME. [default: expert]",
        takers=("simulate", "compare", "sweep", "ask", "plan", "report", "replay", "advise"),
        completes="policies",
    ),
    Option(
        *("policy", ("--policy",), "[SEAT=]POLICY", Policies()),
        "Who decides; with a contract in a file, a policy file that it names, if you trust it: "
        "./mine.py:Cautious.",
        takers=("contract",),
        completes="policies",
    ),
    Option(
        *("policy", ("--policy",), "POLICY", Policies()),
        "The policy as it is: it sits at all other seats, and its parameters are what there is to "
        "beat. Your own is ./mine.py:Cautious or ./mine.pyx:cautious. [default: expert]",
        takers=("tune",),
        completes="policies",
    ),
    Option(
        *("policy", ("--policy",), "POLICY", Policies()),
        "The policy file that the run names, if you trust it: ./mine.py:Cautious.",
        takers=_PLAYED,
        changes_result=False,
    ),
    Option(
        *("policy", ("--policy",), "POLICY", Policies()),
        "Your own policy, for the page to choose from: ./mine.py:Cautious.",
        takers=("studio",),
        changes_result=False,
    ),
    Option(
        *("game_file", ("--game",), "GAME", Text("a game file")),
        "The game file that the run or contract names, if you trust it: ./pig.py.",
        takers=(*_PLAYED, "contract", "plan"),
        changes_result=False,
    ),
    _RULES,
    Option(
        *("count", ("--count",), "FILE:CLASS", Text("a watcher")),
        "Count something of your own, as your class says: ./mine.py:Twins.",
        takers=("simulate", "compare", "sweep"),
    ),
    Option(
        *("count", ("--count",), "FILE:CLASS", Text("a watcher")),
        "The watcher that the run names, if you trust its file: ./mine.py:Twins.",
        takers=_PLAYED,
        changes_result=False,
    ),
    Option(
        *("measure", ("--measure",), "NAME[:SEAT]", Texts()),
        "Measure this: wins, score, hands or any counter; see analyze fields GAME.",
        takers=("compare", "sweep"),
        completes="measures",
    ),
    Option(
        *("minutes_per_decision", ("--minutes-per-decision",), "MIN", Number(0, 1440, " minutes")),
        "Also show the length of a game in minutes.",
        takers=_TIMED,
    ),
    Option(
        *("seconds_per_decision", ("--seconds-per-decision",), "S", Number(0, 86_400, " seconds")),
        "The same, in seconds per decision.",
        takers=_TIMED,
    ),
    _SEED,
    replace(
        *(_SEED,),
        takers=("advise",),
        default=None,
        help="The same seed deals the same games. [default: 1, or what the position says]",
    ),
    Option(
        *("open_ended", ("--open-ended",), "", Flag()),
        "Intervals that hold however often you look, as in the studio; they are wider.",
        takers=("compare",),
        default=False,
    ),
    Option(
        *("coin_seed", ("--coin-seed",), "N", Integer(0, 2**64 - 1)),
        "Seed of the policies' random choices; it changes no deal. [default: the seed]",
        takers=("simulate", "compare", "tournament", "replay"),
    ),
    Option(
        *("tolerance", ("--tolerance",), "PP", _POINTS),
        "How many percentage points a seat may be away from its fair share and still be called "
        "fair.",
        takers=("simulate", "sweep", "ask", "plan", "report"),
        default=1.0,
    ),
    Option(
        *("tolerance", ("--tolerance",), "PP", _POINTS),
        "Gains of up to so many percentage points are too small to matter.",
        takers=("tune",),
        default=1.0,
    ),
    Option(
        *("first", ("--first",), "INDEX", Count(0)),
        "Number of the first game, to continue after a stop.",
        takers=("simulate", "compare", "sweep", "tournament"),
        default=0,
    ),
)

# --- one game, move by move -----------------------------------------------------------------------

_MOVES = (
    Option(*("begin", ("--from",), "N", Count(), "Begin at move N."), takers=("replay",)),
    Option(*("until", ("--until",), "N", Count(), "Stop after move N."), takers=("replay",)),
    Option(
        *("hand", ("--hand",), "N", Count()),
        "Show only hand N (or day, or round: from one scoring to the next).",
        takers=("replay",),
    ),
    Option(
        *("judge", ("--judge",), "PP", Number(0, 1000)),
        "Mark moves that cost more than this many percentage points of the chance to win (with "
        "--by margin: points), and name a better move.",
        takers=("replay",),
    ),
    _WORLDS,
    replace(
        *(_WORLDS,),
        takers=("replay",),
        default=None,
        help=f"Worlds in which --judge tries every move. [default: {JUDGED_WORLDS}]",
    ),
    _BY,
    replace(_BY, takers=("replay",), help="What --judge compares: win or margin. [default: win]"),
)


# --- how it is made and shown: no result depends on it --------------------------------------------


def _how(
    keyword: str, metavar: str, kind: Kind, text: str, takers: tuple[str, ...], *short: str
) -> Option:
    flags = (f"--{keyword.replace('_', '-')}", *short)
    off = False if isinstance(kind, Flag) else None
    return Option(keyword, flags, metavar, kind, text, takers, default=off, changes_result=False)


_HOW = (
    _how("table", "", Flag(), "Show the table before every move.", ("replay",)),
    _how("all_moves", "", Flag(), "Name all other legal moves.", ("replay",)),
    _how(
        *("plot", "FILE", Text("a file"), "Draw the chart: FILE.png, .svg or .pdf."),
        (*QUESTIONS, "advise", "resume", "extend", "show"),
    ),
    _how(
        *("out", "DIR", Text("a folder")),
        "Keep everything in a new folder: the answer as JSON, Markdown, page and pictures.",
        (*QUESTIONS, "merge"),
    ),
    replace(
        _how("out", "DIR", Text("a folder"), "Folder for the files.", ("report",)),
        default="reports",
    ),
    _how(
        *("rows", "COUNT", Count(0)),
        "With --out: keep rows of the first COUNT games only. [default: all]",
        ("simulate",),
    ),
    _how("force", "", Flag(), "Replace a report that is already there.", ("report",)),
    _how("json", "", Flag(), "Print one JSON object for programs.", _SHOWING),
    _how(
        *("csv", "", Flag(), "Print the first table as CSV, for spreadsheets."),
        tuple(taker for taker in _SHOWING if taker != "replay"),
    ),
    _how("markdown", "", Flag(), "Print Markdown for a document.", ("show", "contract")),
    _how("html", "", Flag(), "Print a complete page.", ("show",)),
    _how(
        *("quiet", "", Flag(), "Print only the answer, without progress."),
        (*QUESTIONS, "plan", "report", "advise", "merge", "show", *_PLAYED),
        "-q",
    ),
    _how(
        *("threads", "N", Integer(1, 1024)),
        "Threads to use; results never depend on it. [default: all cores]",
        (*QUESTIONS, "plan", "report", "advise", *_PLAYED),
    ),
    _how(
        *("cluster", "WHERE", Text("local:4, tcp://host:8786, tls://host:8786 or file:FILE.json")),
        "Play on the workers of a Dask cluster: local:4, tcp://host:8786, tls://host:8786 or "
        "file:scheduler.json; results never depend on it.",
        (*QUESTIONS, "plan", "report", "advise", *_PLAYED),
    ),
    _how("clauses", "", Flag(), "Show every numbered clause instead.", ("rules",)),
    _how("clauses", "", Flag(), "List what a clause can be, instead.", ("contract",)),
    _how("fresh", "", Flag(), "Play, even if nothing has changed since.", ("contract",)),
    _how(
        *("against", "DIR", Text("a folder")),
        "Also say what has changed since this kept run of a contract, on the same luck.",
        ("contract",),
    ),
    _how(
        *("write", "FILE", Text("a file")),
        "Write a contract of what holds today into a new file.",
        ("contract",),
    ),
    _how(
        *("open", "", Flag(), "Show every open reading of the rulebook and our default."),
        ("rules",),
    ),
    _how("port", "N", Integer(0, 65535), "Where to listen. [default: any free port]", ("studio",)),
    _how("no_browser", "", Flag(), "Print the address, and open no browser.", ("studio",)),
    _how("version", "", Flag(), "Show the version and stop.", ("analyze",)),
    _how("install_completion", "", Flag(), "Complete words in this shell.", ("analyze",)),
    _how("show_completion", "", Flag(), "Print the script for that.", ("analyze",)),
    _how("debug", "", Flag(), "Show the traceback of a mistake or failure.", ("analyze",)),
    _how("interpreted", "", Flag(), "Play game files without compiling them.", ("analyze",)),
    _how("compiled", "", Flag(), "Play game files compiled, or not at all.", ("analyze",)),
    _how("empty", "", Flag(), "Remove all compiled games and kept answers.", ("cache",)),
    Option(
        *("start", ("--from",), "START", Text("the name of a start")),
        "The start: cards, dice, tricks or race.",
        takers=("new",),
        default="cards",
    ),
)

OPTIONS: tuple[Option, ...] = (
    *_ARGUMENTS,
    *_WHAT_IS_PLAYED,
    *_SIZE,
    *_WHO_AND_LUCK,
    *_MOVES,
    *_HOW,
)


@cache
def options_of(taker: str) -> dict[str, Option]:
    """The options of a kind of request or of another command, by keyword, in the order of help."""
    return {option.keyword: option for option in OPTIONS if taker in option.takers}


@cache
def flag_of(keyword: str) -> str:
    """How an option is spelled on a command line; an argument as its help names it."""
    for option in OPTIONS:
        if option.keyword == keyword:
            return option.flags[0] if option.flags else option.metavar
    return f"--{keyword.replace('_', '-')}"
