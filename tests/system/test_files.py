"""Files: places refused before anything is played, contents whole or not there at all."""

import errno
import json
from pathlib import Path

import pytest

from analyzer.errors import RunError, UserError
from analyzer.render import files, json_text, page
from analyzer.render.files import AnswerFile, PlotFile, write_answer
from analyzer.render.page_files import ReportFiles
from analyzer.system.files import temporary_sibling, write_atomically
from support import fake_answers, fake_pages


def names(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def full_after(monkeypatch, count):
    """A disk that takes so many files and then no more."""
    whole = files.write_new
    left = iter(range(count))

    def write(path, content):
        if next(left, None) is None:
            whole(path, content[:10])
            raise OSError(errno.ENOSPC, "No space left on device")
        return whole(path, content)

    monkeypatch.setattr(files, "write_new", write)


@pytest.mark.parametrize("kind", ["png", "SVG", "pdf"])
def test_a_picture_shows_the_first_figure_or_the_one_named(tmp_path, kind):
    picture = PlotFile(f"{tmp_path}/wins.{kind}")
    picture.finish(fake_answers.simulate())
    first = picture.path.read_bytes()
    picture.finish(fake_answers.simulate(), "length")
    assert picture.path.read_bytes() != first
    assert names(tmp_path) == [f"wins.{kind}"]
    with pytest.raises(ValueError, match="no figure ages"):
        picture.finish(fake_answers.simulate(), "ages")


@pytest.mark.parametrize(
    "name", ["wins", "wins.jpg", "png", ".png", "a.png", "no/x.png", "f/x.png"]
)
def test_pictures_refused_before_anything_is_played(tmp_path, name):
    (tmp_path / "a.png").mkdir()
    (tmp_path / "f").write_text("a file")
    with pytest.raises(UserError, match="--plot"):
        PlotFile(f"{tmp_path}/{name}")
    assert names(tmp_path) == ["a.png", "f"]


def test_a_file_is_replaced_only_if_that_is_meant(tmp_path):
    path = tmp_path / "a.html"
    path.write_text("mine")
    with pytest.raises(UserError, match="already exists; name another or add --force"):
        AnswerFile(str(path), "--out", ("html",), force=False)
    AnswerFile(str(path), "--out", ("html",)).write(b"new")
    assert path.read_text() == "new"


def test_a_picture_is_whole_or_not_there(tmp_path, monkeypatch):
    picture = PlotFile(str(tmp_path / "wins.svg"))
    picture.finish(fake_answers.simulate())
    before = picture.path.read_bytes()
    full_after(monkeypatch, 0)
    with pytest.raises(RunError, match="no space left on device; nothing is left of it"):
        picture.finish(fake_answers.simulate(), "length")
    assert picture.path.read_bytes() == before
    assert names(tmp_path) == ["wins.svg"]


def test_an_answer_is_kept_in_every_format(tmp_path):
    write_answer(tmp_path, fake_answers.simulate())
    assert names(tmp_path) == [
        "answer.html", "answer.json", "answer.md",
        "length.png", "length.svg", "seats.png", "seats.svg",
    ]  # fmt: skip
    assert (
        json_text.from_json_text((tmp_path / "answer.json").read_text("utf-8"))
        == fake_answers.simulate()
    )
    assert "(seats.png)" in (tmp_path / "answer.md").read_text("utf-8")


@pytest.mark.parametrize("count", [0, 3, 6])
def test_a_full_disk_leaves_no_part_of_an_answer(tmp_path, monkeypatch, count):
    full_after(monkeypatch, count)
    with pytest.raises(OSError, match="No space left on device"):
        write_answer(tmp_path, fake_answers.simulate())
    assert names(tmp_path) == []


def test_a_bug_is_not_taken_for_a_full_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "write_files", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_answer(tmp_path, fake_answers.simulate())


@pytest.fixture(scope="module")
def small():
    """A report with two sections."""
    whole = fake_pages.page()
    return fake_pages.page(sections=(whole.sections[2], whole.sections[4]), tiles=whole.tiles[1:2])


def test_a_report_lies_with_its_twin_and_its_pictures(tmp_path, small):
    place = ReportFiles(str(tmp_path / "reports"), "hike-5")
    assert place.write(small) == tmp_path / "reports" / "hike-5.html"
    assert names(tmp_path / "reports") == [
        "hike-5",
        "hike-5.html",
        "hike-5.json",
        "hike-5.md",
        "hike-5/cards-cards-dark.svg",
        "hike-5/cards-cards-light.svg",
        "hike-5/length-length-dark.svg",
        "hike-5/length-length-light.svg",
    ]
    told = (tmp_path / "reports" / "hike-5.json").read_text("utf-8")
    assert page.to_json_text(page.from_json_text(told)) + "\n" == told


def test_a_report_is_replaced_only_if_that_is_meant_and_it_is_ours(tmp_path, small):
    ReportFiles(str(tmp_path), "hike-5").write(small)
    with pytest.raises(UserError, match="already exists; add --force to replace it"):
        ReportFiles(str(tmp_path), "hike-5")
    fewer = fake_pages.page(sections=small.sections[:1], tiles=())
    ReportFiles(str(tmp_path), "hike-5", force=True).write(fewer)
    assert names(tmp_path / "hike-5") == ["length-length-dark.svg", "length-length-light.svg"]
    assert len(json.loads((tmp_path / "hike-5.json").read_text())["sections"]) == 1
    ReportFiles(str(tmp_path), "hike-4")  # another name is another report


@pytest.mark.parametrize("name", ["x.html", "x.md", "x.json", "x/photo.jpg", "x"])
def test_what_is_not_ours_is_never_replaced(tmp_path, name):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    with pytest.raises(UserError, match="no report of ours, so --force does not replace it"):
        ReportFiles(str(tmp_path), "x", force=True)
    assert path.read_text() == "mine"


@pytest.mark.parametrize("count", [0, 5])
def test_a_full_disk_leaves_no_part_of_a_report(tmp_path, monkeypatch, small, count):
    place = ReportFiles(str(tmp_path), "hike-5")
    full_after(monkeypatch, count)
    with pytest.raises(RunError, match="no space left on device"):
        place.write(small)
    assert names(tmp_path) == []


def test_a_stop_leaves_the_old_report(tmp_path, monkeypatch, small):
    ReportFiles(str(tmp_path), "hike-5").write(small)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        ReportFiles(str(tmp_path), "hike-5", force=True).write(small)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == before


def test_a_report_is_not_written_into_a_file(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(UserError, match="must be a folder"):
        ReportFiles(str(tmp_path / "file"), "hike-5")
    with pytest.raises(UserError, match="cannot: not a directory"):
        ReportFiles(str(tmp_path / "file" / "below"), "hike-5")


def test_what_a_killed_report_left_is_taken_away_or_named(tmp_path, small):
    """Parts of a process that is gone, an empty folder, a page without its JSON."""
    gone = 2**22 + 1  # larger than any process number
    (tmp_path / "hike-5").mkdir()
    for name in (".hike-5.html", "hike-5/.cards-cards-dark.svg"):
        (tmp_path / f"{name}.{gone}.part").write_text("half")
    ReportFiles(str(tmp_path), "hike-5").write(small)
    whole = names(tmp_path)
    assert not any("part" in name for name in whole)
    (tmp_path / "hike-5.json").rename(tmp_path / f".hike-5.json.{gone}.part")  # the last one
    ReportFiles(str(tmp_path), "hike-5")  # and it can be refused, or killed, once more
    ReportFiles(str(tmp_path), "hike-5").write(small)
    assert names(tmp_path) == whole
    (tmp_path / "hike-5.json").unlink()  # by hand: somebody may want the page alone
    with pytest.raises(UserError, match="already exists; add --force to replace it"):
        ReportFiles(str(tmp_path), "hike-5")
    ReportFiles(str(tmp_path), "hike-5", force=True).write(small)
    assert (tmp_path / "hike-5.json").exists()


@pytest.mark.parametrize("name", ["hike-5.html", "hike-5.md", "hike-5.json", "hike-5"])
def test_a_report_is_not_written_through_a_link(tmp_path, name):
    (tmp_path / "mine").mkdir()
    (tmp_path / name).symlink_to("mine")
    with pytest.raises(UserError, match="is a link: name the file itself"):
        ReportFiles(str(tmp_path), "hike-5", force=True)


@pytest.mark.parametrize("there", [True, False])
def test_a_picture_is_not_written_through_a_link(tmp_path, there):
    if there:
        (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "wins.png").symlink_to("mine.txt")
    with pytest.raises(UserError, match="is a link: name the file itself, or remove the link"):
        PlotFile(str(tmp_path / "wins.png"))
    assert (tmp_path / "mine.txt").exists() == there


def test_nothing_is_written_through_a_link_with_our_temporary_name(tmp_path):
    """In a folder that others can write to, somebody may guess the name and wait there."""
    victim = tmp_path / "victim"
    victim.write_text("mine")
    picture = PlotFile(str(tmp_path / "wins.svg"))
    temporary_sibling(picture.path).symlink_to(victim)
    picture.finish(fake_answers.simulate())
    assert victim.read_text() == "mine"
    assert not picture.path.is_symlink()
    temporary_sibling(tmp_path / "other").symlink_to(victim)
    write_atomically(tmp_path / "other", lambda part: part.write_text("new"))
    assert (victim.read_text(), (tmp_path / "other").read_text()) == ("mine", "new")


def test_a_report_is_not_played_for_a_link_to_nothing(tmp_path):
    (tmp_path / "link").symlink_to("gone")
    with pytest.raises(UserError, match="is a link to nothing"):
        ReportFiles(str(tmp_path / "link"), "hike-5")
