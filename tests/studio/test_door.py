"""The door: our page on this machine gets in, and nobody else."""

import re
import tomllib
from pathlib import Path

import pytest

import analyzer
import analyzer.studio
from analyzer import games
from analyzer.studio.answers import SCRIPTS, Studio
from analyzer.studio.catalog import Catalog
from analyzer.studio.door import HEADERS
from analyzer.studio.engine import Engine
from support.studio_visitor import PORT, Visitor

HOME = Path(analyzer.studio.__file__).parent
TABLE = {"game": "hike", "players": 3, "rules": {"target": 20}}


@pytest.fixture
def studio():
    engine = Engine(1)
    yield Studio(engine, Catalog())
    engine.stop()


@pytest.fixture
def visit(studio):
    visitor = Visitor(studio.app(PORT))
    visitor.cookies.set(f"analyze_{PORT}", studio.token)
    return visitor


@pytest.fixture
def stranger(studio):
    return Visitor(studio.app(PORT))


def test_the_token_opens_the_door_once_for_all(studio, stranger) -> None:
    assert stranger.get("/").status_code == 403
    answer = stranger.get(f"/enter?token={studio.token}")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert stranger.get("/").status_code == 200


@pytest.mark.parametrize("token", ["", "x", "token", "%00"])
def test_another_token_does_not(token: str, stranger) -> None:
    answer = stranger.get(f"/enter?token={token}")
    assert answer.status_code == 403
    assert answer.text == ""


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": f"evil.example:{PORT}"},
        {"host": "127.0.0.1:1"},
        {"host": "127.0.0.1"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"https://127.0.0.1:{PORT}"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"content-length": "-1"},
        {"cookie": f"analyze_{PORT}=guess"},
        {"cookie": "analyze_1=guess"},
        {"transfer-encoding": "chunked"},
        [("origin", f"http://127.0.0.1:{PORT}"), ("origin", "http://evil.example")],
        [("origin", "http://evil.example"), ("origin", f"http://127.0.0.1:{PORT}")],
        [("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-origin")],
        [("cookie", "a=b"), ("cookie", "analyze_1=guess")],
    ],
)
def test_what_is_not_our_page_is_refused(headers: object, visit) -> None:
    answer = visit.get("/games", headers=headers)
    assert answer.status_code == 403
    assert answer.text == ""


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"])
def test_other_methods_are_refused(method: str, visit) -> None:
    assert visit.request(method, "/games").status_code == 403


def test_a_large_body_is_refused(visit) -> None:
    assert visit.post("/run", content=b" " * 20_000).status_code == 403


def test_our_own_origin_is_let_in(visit) -> None:
    own = {"origin": f"http://127.0.0.1:{PORT}", "sec-fetch-site": "same-origin"}
    assert visit.get("/games", headers=own).status_code == 200
    assert visit.get("/games", headers={"host": f"localhost:{PORT}"}).status_code == 200


def test_every_answer_is_guarded(visit) -> None:
    for path in ("/", *(f"/{name}" for name in SCRIPTS), "/studio.css", "/games", "/history"):
        found = visit.get(path).headers
        assert all(found[name] == value for name, value in HEADERS.items())


@pytest.mark.parametrize(
    "told",
    [
        {"game": "./evil.py"},
        {"game": "/etc/passwd"},
        {"game": 1},
        {"game": "hike", "players": 99},
        {"game": "hike", "players": 3, "policies": ["./evil.py:X"]},
        {"game": "hike", "players": 3, "policies": ["1=./evil.py:X"]},
        {"game": "hike", "players": 3, "policies": "expert"},
        {"game": "hike", "players": 3, "rules": {"suits": "/etc/passwd"}},
        {"game": "hike", "players": 3, "rules": {"target": "many"}},
        {"game": "hike", "players": 3, "rules": []},
        {"game": "hike", "players": 3, "seed": "x"},
        {"game": "hike", "players": 3, "tolerance": 0},
        {"game": "hike", "players": 3, "out": "/tmp/x"},
        [],
    ],
)
@pytest.mark.parametrize("path", ["/run", "/ask", "/replay", "/sit", "/report"])
def test_bad_words_of_a_page_are_a_sentence(told: object, path: str, visit) -> None:
    answer = visit.post(path, json=told)
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/move", {"place": 0}),
        ("/undo", {}),
        ("/move", {"sitting": "guess", "place": 0}),
        ("/saved", {"sitting": None}),
        ("/run", {**TABLE, "confirms": "x"}),
        ("/run", {**TABLE, "beside": {"AA": {}}}),
        ("/run", {**TABLE, "beside": {"A": {"suits": "/etc/passwd"}}}),
        ("/run", {**TABLE, "beside": {letter: {} for letter in "ABCDE"}}),
        ("/replay", {**TABLE, "eyes": 9}),
        ("/sit", {**TABLE, "made": [True]}),
        ("/sit", {**TABLE, "made": ["0"]}),
        ("/sit", {**TABLE, "after": -1}),
        ("/hint", {}),
        ("/review", {}),
        ("/control", {"action": "rm"}),
        ("/reload", {"name": "hike"}),
        ("/ask", {**TABLE, "question": "nothing"}),
        ("/values", {**TABLE, "move": 10**9}),
        ("/chances", {**TABLE, "seat": 9}),
        ("/replay", {**TABLE, "index": -1}),
    ],
)
def test_what_cannot_be_done_is_a_sentence(path: str, told: dict, visit) -> None:
    answer = visit.post(path, json=told)
    assert answer.status_code == 400
    assert answer.json()["error"].endswith((".", "?"))


@pytest.mark.parametrize("game", games.built_in_names())
def test_a_page_is_told_what_is_printed_for_each_number_of_players(game: str, visit) -> None:
    told, face = visit.get(f"/game?name={game}").json(), games.load(game)
    for n in told["players"]:
        rules = face.resolve_rules(n, {})
        for rule in told["rules"]:
            assert rule["printed_for"][str(n)] == getattr(rules, rule["name"])
            if rule["kind"] == "slider":
                assert rule["slide"][0] <= rule["printed_for"][str(n)] <= rule["slide"][1]


def test_a_table_is_played_and_told(studio, visit) -> None:
    run = visit.post("/run", json=TABLE).json()["run"]
    number, told = 0, {}
    for _ in range(100):
        number, told = studio.engine.wait(number, 5.0)
        if told.get("table", {}).get("n"):
            break
    assert told["run"] == run
    assert told["table"]["n"] >= 256


def test_a_question_is_answered_as_on_its_page(studio, visit) -> None:
    run = visit.post("/ask", json={**TABLE, "question": "bonus"}).json()["run"]
    number, told = 0, {}
    while told.get("state") not in ("answered", "failed"):
        number, told = studio.engine.wait(number, 60.0)
    assert told["run"] == run
    assert told["state"] == "answered"
    assert "<h2>" in told["answer"]
    assert "<script" not in told["answer"]


def test_a_whole_game_by_requests(visit) -> None:
    told = visit.post("/sit", json={**TABLE, "rules": {"target": 5}, "seat": 2}).json()
    here = {"sitting": told["sitting"]}
    while not told["over"]:
        told = visit.post("/move", json={**here, "place": 0}).json()
    assert "Scores: " in told["turn"]
    assert visit.post("/saved", json=here).json()["made"] == [0] * told["made"]
    exported = visit.post("/saved", json={**here, "position": True}).json()
    assert analyzer.new_state(position=tomllib.loads(exported["position"])).seat == 2
    assert " replay hike " in exported["command"]
    assert exported["advise"].endswith(" advise hike --position position.toml")
    found = visit.post("/review", json=here).json()
    assert " with the same deals." in found["sentences"][0]
    for one in found["costly"]:
        again = visit.post(
            "/sit", json={**TABLE, "rules": {"target": 5}, "seat": 2, "made": one["made"]}
        ).json()
        assert again["made"] == one["number"]


def test_a_game_to_look_at(visit) -> None:
    told = visit.post("/replay", json={**TABLE, "index": 3}).json()
    assert told["steps"][0]["title"] == "The deal"
    assert told["end"].startswith("Won by seat ")
    assert all(set(step["hands"]) == {"1", "2", "3"} for step in told["steps"])
    step = next(step for step in told["steps"] if len(step["legal"]) > 1)
    worth = visit.post("/values", json={**TABLE, "index": 3, "move": step["number"]}).json()
    assert {one["move"] for one in worth["moves"]} == set(step["legal"])
    points = visit.post("/chances", json={**TABLE, "index": 3, "seat": 1}).json()["points"]
    assert points
    assert all(0 <= chance <= 1 for _, chance in points)


def test_one_seat_is_told_no_more_than_it_sees(visit) -> None:
    told = visit.post("/replay", json={**TABLE, "index": 3, "eyes": 2}).json()
    for step in told["steps"][1:]:
        assert set(step["hands"]) == {"2"}
        assert step["events"] == []
        if step["seat"] != 2:
            assert step["legal"] == []
            assert step["made"] is None
            assert step["short"] == f"seat {step['seat']}"
    assert any(step["legal"] for step in told["steps"])


def test_the_script_names_only_what_the_page_has() -> None:
    page = (HOME / "page.html").read_text("utf-8")
    scripts = sorted(HOME.glob("*.js"))
    script = "".join(path.read_text("utf-8") for path in scripts)
    assert re.findall(r'<script src="/([\w.]+)"', page) == list(SCRIPTS)
    assert sorted(SCRIPTS) == [path.name for path in scripts]
    ids = set(re.findall(r'\bid="([\w-]+)"', page))
    made = set(re.findall(r'\bid: "([\w-]+)"', script))
    assert set(re.findall(r'\$\("([\w-]+)"\)', script)) <= ids | made
    assert len(ids) == len(re.findall(r'\bid="', page))
    for text in (page, script, (HOME / "studio.css").read_text("utf-8")):
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert all(len(path.read_text("utf-8").splitlines()) <= 600 for path in scripts)
