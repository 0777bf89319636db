"""A battle on the page: every legal action once, the same record as by command, nothing lost."""

import json
import os
import re
import signal
import socket
import statistics
import subprocess
import threading
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from pbbuild.play.agents.levels import agent_of_level
from pbbuild.play.archive import kept_battles
from pbbuild.play.saves import games_folder, saves_of
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import GAME
from pbbuild.pocket_battles.rules.state_document import state_from_json, state_to_json
from pbbuild.web import open_games
from tests.cli import PROGRAM, run
from tests.web.client import Address, Client, Player

if TYPE_CHECKING:
    from pbbuild.web.server import PageServer

SECTORS = ("left", "centre", "right")
LISTS = {"list": "celts-60", "against": "romans-60"}


@pytest.fixture
def client(server: "PageServer") -> Client:
    return Client(server)


def saved_inputs(player: Player) -> list[dict[str, object]]:
    """The inputs in the save of a battle."""
    wanted = player.path.rpartition("/")[2]
    for path in saves_of(GAME):
        document = json.loads(path.read_text(encoding="utf-8"))
        if document.get("battle") == wanted:
            inputs: list[dict[str, object]] = document["inputs"]
            return inputs
    raise AssertionError("there is no save")


def test_opening_the_form_starts_nothing(client: Client) -> None:
    before = saves_of(GAME)
    page = client.get("/battle/new?list=union-80&against=orcs&level=hard&seed=5")
    assert "data-start" in page
    assert 'value="5"' in page
    assert saves_of(GAME) == before


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "two"])
def test_every_legal_action_is_offered_exactly_once(
    server: "PageServer", client: Client, level: str
) -> None:
    player = client.start(**LISTS, level=level, seed=11)
    shelf = server.services.shelves[GAME]
    random = Random(5)
    kinds = set()
    for _ in range(45):
        if "data-handover" in player.page:
            side = re.findall(r'data-handover="(.)"', player.page)[0]
            player.page = client.get(f"{player.path}?seat={side}")
        if player.is_over:
            break
        battle = shelf.find(player.path.rpartition("/")[2])
        offered = player.actions
        assert sorted(offered) == sorted(option.text for option in battle.table.options)
        # The rules agree when they see nothing but the written state.
        again = state_from_json(state_to_json(battle.table.state), load_catalog())
        assert sorted(offered) == sorted(option.text for option in again.options())
        kinds.add(player.decision)
        attacks = [text for text in offered if text.split()[0] in ("charge", "shoot", "target")]
        player.act(random.choice(attacks or offered))
    assert {"deploy", "turn"} <= kinds


def test_the_odds_of_a_charge_at_one_target_are_shown_once(client: Client) -> None:
    player = client.start(**LISTS, level="easy", seed=11)
    random = Random(5)
    rows: dict[bool, int] = {True: 0, False: 0}
    for _ in range(40):
        if player.is_over or all(rows.values()):
            break
        for charge in [text for text in player.actions if text.startswith("charge")]:
            targets = player.page.count(f'data-intent="{charge}"')
            assert targets != 1, charge
            button = re.findall(rf'<button[^>]*data-action="{charge}"[^>]*>', player.page)[0]
            assert ("data-target=" in button) == (targets == 0)
            rows[targets == 0] += 1
        player.act(random.choice(player.actions))
    assert rows[True], "no charge had a single target"


@pytest.mark.slow
def test_the_same_battle_by_page_and_by_command_has_the_same_record(
    client: Client, tmp_path: Path
) -> None:
    player = client.start(**LISTS, level="easy", seed=21)
    random = Random(2)
    while not player.is_over:
        player.act(random.choice(player.actions))
    battle_id = player.path.rpartition("/")[2]
    kept = next(battle for battle in kept_battles() if battle.id == battle_id)
    assert kept.record is not None
    record = kept.record.read_text(encoding="utf-8")
    own = [line for line in map(json.loads, record.splitlines()) if line.get("type") == "choice"]
    typed = [line["action"] for line in own if line["side"] == "A" and line["options"] > 1]
    target = tmp_path / "battle.jsonl"
    done = run(
        *("play", LISTS["list"], "--against", LISTS["against"], "--seed", "21"),
        *("--enemy-agent", agent_of_level("easy", GAME), "--record", str(target)),
        folder=tmp_path,
        text="\n".join(typed) + "\n",
    )
    assert done.returncode == 0, done.stderr
    assert target.exists(), done.stdout[-3000:]
    assert target.read_text(encoding="utf-8") == record
    assert client.get(f"{player.path}/record") == record


def test_zones_to_go_to_stand_as_on_the_field(client: Client) -> None:
    player = client.start(**LISTS, level="easy", seed=3)
    first = [text for text in player.actions if text.startswith("deploy a1 ")]
    rows = [f"deploy a1 {sector} A {row}" for row in ("front", "rear") for sector in SECTORS]
    assert first == rows


def test_a_form_of_an_older_moment_changes_nothing(client: Client) -> None:
    player = client.start(**LISTS, level="easy", seed=3)
    moment, action = player.moment, player.actions[0]
    player.act(action)
    before = saved_inputs(player)
    client.post(f"{player.path}/act", at=moment, action=action)
    assert client.status == 409
    assert saved_inputs(player) == before


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "charge b1"},
        {"action": "fly a1"},
        {"action": "x" * 5000},
        {"action": ""},
        {"plan": "pass;" * 70},
        {},
    ],
    ids=["enemy unit", "no action", "long", "empty", "many", "nothing"],
)
def test_an_illegal_action_is_refused_and_nothing_changes(
    client: Client, fields: dict[str, str]
) -> None:
    player = client.start(**LISTS, level="easy", seed=4)
    before = saved_inputs(player)
    client.post(f"{player.path}/act", at=player.moment, **fields)
    assert client.status == 409
    assert saved_inputs(player) == before


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "nothing", "x.json", "%00", "."]
)
def test_lists_are_named_never_read_from_paths(client: Client, name: str) -> None:
    page = client.post("/battle/new", list=name, against="romans-60", level="easy")
    assert client.status == 409
    assert "root:" not in page


@pytest.mark.parametrize(
    "name", ["..", "%2e%2e%2fgames", "x" * 200, "pocket-battles-1.json", "a b"]
)
def test_an_unknown_battle_is_not_found(client: Client, name: str) -> None:
    client.get(f"/battle/{name.replace(' ', '%20')}")
    assert client.status == 404


def test_what_players_typed_is_escaped(client: Client) -> None:
    page = client.get("/battle/new?list=%3Cscript%3Ealert(1)%3C/script%3E&seed=%22%3E%3Cimg%3E")
    assert "<script>alert" not in page
    assert '"><img>' not in page


@pytest.mark.slow
def test_undo_returns_to_the_last_decision_until_dice_fall(client: Client) -> None:
    player = client.start(**LISTS, level="two", seed=6)
    while player.decision != "turn":
        if found := re.findall(r'data-handover="(.)"', player.page):
            player.page = client.get(f"{player.path}?seat={found[0]}")
        player.send("act", action=player.actions[0], seat=player.actions[0].split()[1][0].upper())
    solo = client.start(**LISTS, level="easy", seed=6)
    while solo.decision != "turn":
        solo.act(solo.actions[0])
    move = next(text for text in solo.actions if text.startswith("redeploy"))
    inputs = len(saved_inputs(solo))
    solo.act(move)
    assert solo.decision == "act"
    solo.send("undo")
    assert solo.decision == "turn"
    assert len(saved_inputs(solo)) == inputs


def test_two_players_hand_the_device_over_before_the_reveal(client: Client) -> None:
    player = client.start(list="union-80", against="confederacy-80", level="two", seed=2)
    side = re.findall(r'data-handover="(.)"', player.page)[0]
    assert "data-unit" not in player.page
    shown = client.get(f"{player.path}?seat={side}")
    other = "B" if side == "A" else "A"
    assert f'data-decider="{side}"' in shown
    wrong = client.get(f"{player.path}?seat={other}")
    assert "data-unit" not in wrong


def test_real_dice_are_typed_in_and_can_be_corrected(client: Client) -> None:
    player = client.start(**LISTS, level="easy", dice="real", seed=1)
    assert "data-roll" in player.page
    player.send("roll", dice="7")
    assert client.status == 409
    player.look()
    player.send("roll", dice="5")
    player.send("undo", dice="yes")
    player.send("roll", dice="4")
    assert [each.get("dice") for each in saved_inputs(player)][:1] == [[4]]


def test_conceding_ends_the_battle_and_archives_it(client: Client) -> None:
    player = client.start(**LISTS, level="easy", seed=9)
    player.send("concede")
    assert 'data-winner="B"' in player.page
    assert "data-record" in player.page
    battle_id = player.path.rpartition("/")[2]
    assert next(each for each in kept_battles() if each.id == battle_id).result == "B"
    assert not any(battle_id in path.read_text() for path in saves_of(GAME))


@pytest.mark.slow
def test_a_battle_whose_save_outlived_its_end_is_not_played_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a kill between the archive and the save."""
    player = client.start(**LISTS, level="easy", seed=21)
    battle_id = player.path.rpartition("/")[2]
    random = Random(2)
    with monkeypatch.context() as killed:
        killed.setattr(open_games, "delete_save", lambda path: None)
        while not player.is_over and client.status != 500:
            player.act(random.choice(player.actions))
            if any(each.id == battle_id and each.record for each in kept_battles()):
                break
    assert any(battle_id in path.read_text() for path in saves_of(GAME))

    player.look()

    assert player.is_over
    assert not player.actions
    assert not any(battle_id in path.read_text() for path in saves_of(GAME))
    assert [each.id for each in kept_battles() if each.id.startswith(battle_id)] == [battle_id]


def test_a_damaged_save_gets_a_page_that_says_so(client: Client) -> None:
    player = client.start(**LISTS, level="easy", seed=13)
    path = next(p for p in saves_of(GAME) if player.path.rpartition("/")[2] in p.read_text())
    document = json.loads(path.read_text())
    document["inputs"] = [{"action": "charge a1"}]
    path.write_text(json.dumps(document))
    page = client.get(player.path)
    assert client.status == 409
    assert 'data-page="error"' in page
    path.unlink()


@pytest.mark.slow
def test_moments_hints_and_reasons_can_be_asked_for(client: Client) -> None:
    player = client.start(**LISTS, level="easy", seed=6)
    while player.decision != "turn":
        player.act(player.actions[0])
    assert 'data-part="field"' in client.get(f"{player.path}/at/3")
    assert "data-hint=" in client.get(f"{player.path}/hint")
    assert 'data-part="why"' in client.get(f"{player.path}/why?unit=a1&other=b1")
    client.get(f"{player.path}/why?unit=a1&other=../x")
    assert client.status == 409


def started(environment: dict[str, str]) -> subprocess.Popen[str]:
    command = [*PROGRAM, "web", "--no-open", "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def client_of(process: "subprocess.Popen[str]") -> Client:
    assert process.stdout is not None
    told = json.loads(process.stdout.readline())
    key = told["url"].partition("key=")[2]
    return Client(Address(told["port"], key, f"http://127.0.0.1:{told['port']}"))


@pytest.mark.slow
def test_ending_the_server_amid_requests_prints_nothing(tmp_path: Path) -> None:
    environment = {**os.environ, "PBBUILD_HOME": str(tmp_path)}
    command = [*PROGRAM, "web", "--no-open", "--json"]
    told = tmp_path / "told"
    with told.open("w") as errors:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment
        )
    with process:
        server = client_of(process).server
        head = f"Host: 127.0.0.1:{server.port}\r\nCookie: pbbuild-{server.port}={server.key}\r\n"
        half_a_form = f"POST /settings HTTP/1.1\r\n{head}Origin: {server.origin}\r\n"
        with (
            socket.create_connection(("127.0.0.1", server.port)) as form,
            socket.create_connection(("127.0.0.1", server.port)) as events,
        ):
            form.sendall(f"{half_a_form}Content-Length: 20\r\n\r\ntheme=".encode())
            events.sendall(f"GET /events/home HTTP/1.1\r\n{head}\r\n".encode())
            assert b"200" in events.recv(100)
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0
    assert told.read_text() == ""


@pytest.mark.slow
def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    environment = {**os.environ, "PBBUILD_HOME": str(tmp_path)}
    with started(environment) as process:
        try:
            player = client_of(process).start(**LISTS, level="easy", seed=7)
            player.act(player.actions[3])
        finally:
            process.kill()
    with started(environment) as process:
        try:
            again = Player(client_of(process), player.path)
            assert again.actions == player.actions
            assert again.moment == player.moment
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0
        finally:
            process.kill()


def test_the_page_leaves_saves_that_the_command_continues(client: Client, tmp_path: Path) -> None:
    player = client.start(**LISTS, level="easy", seed=31)
    player.act(player.actions[0])
    save = next(
        path
        for path in games_folder().glob("*.json")
        if player.path.rpartition("/")[2] in path.read_text()
    )
    home = os.environ["PBBUILD_HOME"]
    done = run("play", "--resume", str(save), folder=tmp_path, text="quit\n", PBBUILD_HOME=home)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_a_click_takes_little_time_of_the_server(client: Client) -> None:
    player = client.start(list="union-80", against="confederacy-80", level="easy", seed=5)
    clicks, pages = [], []
    for number in range(20):
        # Agents think in other processes: this one holds only the server and this small client.
        before = time.process_time()
        client.post(
            f"{player.path}/act",
            at=player.moment,
            action=player.actions[number % len(player.actions)],
        )
        clicks.append(time.process_time() - before)
        player.look()
        before = time.process_time()
        client.get(player.path)
        pages.append(time.process_time() - before)
    assert statistics.median(clicks) < 0.1, clicks
    assert statistics.median(pages) < 0.1, pages


def test_a_battle_is_found_while_another_request_draws_it(server: "PageServer") -> None:
    player = Client(server).start(**LISTS, level="easy", seed=5)
    shelf = server.services.shelves[GAME]
    game = shelf.in_progress(player.path.rpartition("/")[2])
    drawing, looking = threading.Event(), threading.Event()

    def draw() -> None:
        with game.lock:
            drawing.set()
            looking.wait()
            time.sleep(0.3)
            assert shelf.catalog

    def look() -> None:
        drawing.wait()
        os.utime(game.path)  # as if another process had played
        looking.set()
        assert shelf.find(game.id) is game

    threads = [threading.Thread(target=work, daemon=True) for work in (draw, look)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not any(thread.is_alive() for thread in threads)


def test_many_tabs_act_at_once_and_one_of_them_wins(server: "PageServer") -> None:
    player = Client(server).start(**LISTS, level="easy", seed=5)
    actions, moment = player.actions, player.moment
    statuses: list[int] = []

    def act(place: int) -> None:
        tab = Client(server)
        tab.get(player.path)
        tab.post(f"{player.path}/act", action=actions[place % len(actions)], at=moment)
        statuses.append(tab.status)

    threads = [threading.Thread(target=act, args=(place,), daemon=True) for place in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(statuses) == [303, *[409] * 11]
