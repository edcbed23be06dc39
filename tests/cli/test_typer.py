"""What typer raises, in our words: the forms of its messages in all versions that we allow."""

from types import SimpleNamespace

import pytest

from analyzer.cli._typer import usage_sentence

PARAMS = [SimpleNamespace(opts=["--seed"]), SimpleNamespace(opts=["--players", "-p"])]
CONTEXT = SimpleNamespace(command_path="analyze simulate", command=SimpleNamespace(params=PARAMS))


def raised(message, **more):
    return SimpleNamespace(ctx=CONTEXT, format_message=lambda: message, **more)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (raised("Got unexpected extra argument (5)"), "analyze simulate takes no argument '5'"),
        (raised("Got unexpected extra arguments (5 6)"),
         "analyze simulate takes no argument '5 6'"),
        (raised("Option '--seed' requires an argument.", option_name="--seed"),
         "Option --seed must be followed by a value"),
        (raised("Option --seed requires an argument", option_name="--seed"),
         "Option --seed must be followed by a value"),
        (raised("Option '--json' does not take a value.", option_name="--json"),
         "Option --json does not take a value"),
    ],
)  # fmt: skip
def test_messages_of_old_and_new_versions(error, sentence):
    assert usage_sentence(error) == f"{sentence}; see analyze simulate --help."


@pytest.mark.parametrize("known", [None, [], ["--seed"]])
def test_an_unknown_option_gets_a_suggestion_of_ours(known):
    """Versions differ in what they suggest, so we look for ourselves."""
    error = raised("No such option: --seeed", option_name="--seeed", possibilities=known)
    assert usage_sentence(error) == (
        "analyze simulate has no option --seeed; did you mean --seed? See analyze simulate --help."
    )
