"""Whole journeys in Chromium, as a person does them: by clicking, by keyboard, on a phone."""

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.web.client import Client, Player
from tests.web.conftest import Visitor, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.slow

ATTACKS = ("charge", "shoot", "carry-on", "target", "intercept", "react-shoot")
# Units that stick out of their zone, or of the field.
OUTSIDE = """[...document.querySelectorAll(".field .unit")].filter(unit => {
  const [card, zone] = [unit, unit.closest(".zone")].map(each => each.getBoundingClientRect());
  const field = unit.closest(".field").getBoundingClientRect();
  return card.top < zone.top - 2 || card.bottom > zone.bottom + 2 || card.bottom > field.bottom + 2
    || card.left < zone.left - 2 || card.right > zone.right + 2;
}).map(unit => unit.dataset.unit)"""
SMALL = "/battle/new?list=union-50&against=confederacy-50&level=easy"


def start(visitor: Visitor, seed: int, size: str = "desktop", **options: str) -> "Page":
    page = visitor.open(f"{SMALL}&seed={seed}", size, **options)
    page.click("[data-start]")
    # The form's page may still be shown when the click returns.
    page.wait_for_selector("body[data-battle]")
    return page


def next_decision(page: "Page") -> str:
    """The kind of the next decision, "" at the end."""
    page.wait_for_selector("[data-decision], [data-winner]", timeout=60_000)
    # Units are heard once the scripts of the page have run.
    page.wait_for_load_state("load")
    return page.get_attribute('[data-part="panel"]', "data-decision") or ""


def offered(page: "Page") -> list[str]:
    found = page.locator("[data-action]").evaluate_all(
        "all => all.map(each => each.dataset.action)"
    )
    assert len(found) == len(set(found))
    return [str(each) for each in found]


def do(page: "Page", action: str, *, by_key: bool) -> None:
    """Make a decision as a person does: choose the unit, then click the action or press Enter."""
    moment = page.get_attribute('[data-part="panel"]', "data-moment")
    button = page.locator(f'[data-action="{action}"]')
    if not button.is_visible():
        page.focus(f'[data-unit="{action.split()[1]}"]')
    if by_key:
        button.press("Enter")
    else:
        button.click()
    page.wait_for_selector(f'[data-part="panel"]:not([data-moment="{moment}"])', state="attached")


def play(page: "Page", seed: int, *, by_key: bool) -> None:
    random = Random(seed)
    for _ in range(200):
        if not next_decision(page):
            return
        actions = offered(page)
        attacks = [action for action in actions if action.split()[0] in ATTACKS]
        do(page, random.choice(attacks or actions), by_key=by_key)
    raise AssertionError("the battle does not end")


def test_a_battle_is_clicked_to_its_end_reviewed_and_played_on(visitor: Visitor) -> None:
    page = start(visitor, 4)
    play(page, 1, by_key=False)
    assert page.get_attribute("[data-winner]", "data-winner") in ("A", "B", "")
    visitor.picture(page, "battle-end")
    page.click(".result .btn.primary")
    page.wait_for_selector("#scrub")
    # Keys are heard once the scripts of the page have run.
    page.wait_for_load_state("load")
    before = page.input_value("#scrub")
    assert not page.is_visible("[data-play-on]"), "at the end there is nothing left to play"
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".field .looking", state="attached")
    assert page.is_visible("[data-play-on]")
    assert int(page.input_value("#scrub")) == int(before) - 1
    page.click('[data-part="review"] a')
    page.wait_for_selector("#curve", timeout=120_000)
    page.locator("#curve").click(position={"x": 60, "y": 20})
    page.wait_for_function(
        "before => document.getElementById('scrub').value !== before", arg=before
    )
    assert page.locator("#chance-now").inner_text().endswith("%")
    for _ in range(12):
        # With the curve below it the field still holds every fight.
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(100)
        assert page.evaluate(OUTSIDE) == []
    visitor.picture(page, "replay")
    assert violations(page) == []
    page.keyboard.press("Home")
    page.click("[data-play-on]")
    assert next_decision(page) == "deploy"


def test_a_zone_shows_the_price_of_a_move_once(visitor: Visitor) -> None:
    client = Client(visitor.server)
    player = client.start(list="union-50", against="confederacy-50", level="easy", seed=6)
    while player.decision == "deploy":
        player.act(player.actions[0])
    page = visitor.open(player.path)
    only_moves = [
        unit
        for unit in {action.split()[1] for action in player.actions if action.startswith("move")}
        if not any(action.startswith(f"redeploy {unit} ") for action in player.actions)
    ]
    unit = only_moves[0] if only_moves else "a1"
    page.click(f'.field [data-unit="{unit}"]')
    shown = page.locator(".zone-chip").all_inner_texts()
    assert shown
    assert set(shown) <= {"free", "1 token"}


def test_the_enemys_turn_is_shown_in_steps_with_pause_back_and_skip(visitor: Visitor) -> None:
    page = start(visitor, 4, motion="full")
    next_decision(page)
    # While the page shows an earlier moment the battle continues: that is then shown in steps.
    page.click(".entry >> nth=0")
    page.wait_for_selector(".field .looking", state="attached")
    ahead = Player(Client(visitor.server), page.url.removeprefix(visitor.server.origin))
    while ahead.decision == "deploy":
        ahead.act(ahead.actions[0])
    page.keyboard.press("Escape")
    page.wait_for_selector("#player:not([hidden])")
    page.click("#player-pause")
    page.wait_for_selector("#player.paused")
    page.click("#player-on")
    page.wait_for_selector(".field .looking", state="attached")
    count = page.locator("#player-count").inner_text()
    page.click("#player-back")
    page.wait_for_function(
        "count => document.getElementById('player-count').textContent !== count", arg=count
    )
    page.click("#player-skip")
    page.wait_for_selector(".field .looking", state="detached")
    page.wait_for_selector(f'[data-part="panel"][data-moment="{ahead.moment}"]')
    assert page.locator("#player").is_hidden()


def test_what_happens_while_one_looks_back_is_shown_on_return(visitor: Visitor) -> None:
    page = start(visitor, 7)
    next_decision(page)
    do(page, offered(page)[0], by_key=False)
    next_decision(page)
    page.click(".entry >> nth=0")
    page.wait_for_selector(".field .looking", state="attached")
    ahead = Player(Client(visitor.server), page.url.removeprefix(visitor.server.origin))
    with page.expect_event("console", predicate=lambda told: "heard" in told.text):
        page.evaluate(
            """() => { const id = document.body.dataset.battle;
            const stream = new EventSource("/events/battle-" + id);
            stream.onmessage = () => console.log("heard");
            return new Promise(done => stream.onopen = done); }"""
        )
        ahead.act(ahead.actions[0])
    page.keyboard.press("Escape")
    page.wait_for_selector(f'[data-part="panel"][data-moment="{ahead.moment}"]')
    page.wait_for_selector(".field .looking", state="detached")


def test_the_bar_shows_the_chance_to_win_only_when_asked(visitor: Visitor) -> None:
    page = start(visitor, 7)
    while next_decision(page) == "deploy":
        do(page, offered(page)[0], by_key=False)
    assert page.locator(".chance").is_hidden()
    page.keyboard.press("w")
    page.wait_for_selector(".chance b:not(:empty)")
    assert 1 <= int(page.locator(".chance b").inner_text()) <= 99
    assert violations(page) == []
    page.reload()
    page.wait_for_selector(".chance b:not(:empty)")
    # Aiming shows the price and the worth on the field before anything is paid.
    attack = next(each for each in offered(page) if each.startswith("shoot"))
    page.focus(f'.field [data-unit="{attack.split()[1]}"]')
    page.click(f'.field [data-unit="{attack.split()[2]}"]')
    card = page.locator(".aim-card")
    assert "%" in card.inner_text()
    assert card.locator(".w-points").count() == 1
    visitor.picture(page, "battle-aim")


def test_a_battle_is_played_by_keyboard_in_italian(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.click("button[name=language][value=it]:visible")
    page.wait_for_selector("html[lang=it]")
    page.wait_for_load_state("load")
    page.goto(f"{visitor.server.origin}{SMALL}&seed=6")
    page.focus("[data-start]")
    page.keyboard.press("Enter")
    play(page, 2, by_key=True)
    assert page.locator("[data-record]").count() == 1


def test_pages_have_no_faults_that_axe_finds(visitor: Visitor) -> None:
    for scheme in ("light", "dark"):
        page = start(visitor, 7, scheme=scheme)
        found = {"deploy": violations(page)}
        while next_decision(page) == "deploy":
            do(page, offered(page)[0], by_key=False)
        found["turn"] = violations(page)
        page.focus(".field .unit.can-act")
        found["unit"] = violations(page)
        page.keyboard.press("t")
        found["text"] = violations(page)
        visitor.picture(page, f"text-{scheme}")
        for address in (
            "/",
            "/battle/new",
            "/battles",
            "/lab?kind=compare",
            "/lab?kind=tournament",
        ):
            page.goto(visitor.server.origin + address)
            found[address] = violations(page)
        assert found == {key: [] for key in found}


def test_a_bad_address_gets_a_designed_page(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.goto(f"{visitor.server.origin}/nowhere")
    assert page.get_attribute("body", "data-page") == "error"
    assert violations(page) == []
    visitor.picture(page, "error")
    # The browser itself reports the 404 of the page that was asked for.
    assert all("404" in told for told in visitor.errors)
    visitor.errors.clear()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_slow_press_on_an_option_is_a_click(visitor: Visitor, size: str) -> None:
    page = start(visitor, 8, size)
    pressed = set()
    for _ in range(12):
        kind = next_decision(page)
        moment = page.get_attribute('[data-part="panel"]', "data-moment")
        if kind == "turn":
            page.focus(".field .unit.can-act")
        # The focus was elsewhere: the press gives it to the option, and that shows its details.
        option = page.locator("[data-action]:visible").last
        option.click(delay=300)
        page.wait_for_selector(f'[data-part="panel"]:not([data-moment="{moment}"])')
        pressed.add(kind)
    assert {"deploy", "turn"} <= pressed


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_nothing_is_wider_than_a_small_screen(visitor: Visitor, size: str) -> None:
    page = start(visitor, 8, size)
    while next_decision(page) == "deploy":
        do(page, offered(page)[0], by_key=False)
    for address in (None, "/", "/battle/new", "/battles"):
        if address:
            page.goto(visitor.server.origin + address)
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        visitor.picture(page, f"{size}-{(address or 'battle').strip('/').replace('/', '-')}")
        assert wide <= 0, address
        assert page.evaluate(OUTSIDE) == [], address


def test_two_tabs_show_the_same_battle(visitor: Visitor) -> None:
    page = start(visitor, 9)
    next_decision(page)
    other = page.context.new_page()
    other.goto(page.url)
    next_decision(other)
    do(page, offered(page)[0], by_key=False)
    next_decision(page)
    moment = page.get_attribute('[data-part="panel"]', "data-moment")
    other.wait_for_selector(f'[data-part="panel"][data-moment="{moment}"]', state="attached")
    page.reload()
    assert page.get_attribute('[data-part="panel"]', "data-moment") == moment


def test_an_answer_that_comes_late_does_not_replace_a_newer_one(visitor: Visitor) -> None:
    page = start(visitor, 9)
    next_decision(page)
    held: list[Route] = []
    page.route(page.url, lambda route: held.append(route))
    page.evaluate(
        """() => { window.late = import("/static/swap.js")
        .then(module => module.send(document.body.dataset.base, {})); return 0; }"""
    )
    while not held:
        page.wait_for_timeout(10)
    older = held[0].fetch()
    do(page, offered(page)[0], by_key=False)
    moment = page.get_attribute('[data-part="panel"]', "data-moment")
    held[0].fulfill(response=older)
    assert page.evaluate("window.late") is False
    assert page.get_attribute('[data-part="panel"]', "data-moment") == moment


def test_a_tab_that_heard_of_nothing_shows_the_battle_as_it_is_when_it_acts(
    visitor: Visitor,
) -> None:
    page = start(visitor, 9)
    next_decision(page)
    page.route("**/events/**", lambda route: route.abort())
    page.reload()
    next_decision(page)
    ahead = Player(Client(visitor.server), page.url.removeprefix(visitor.server.origin))
    ahead.act(ahead.actions[0])
    do(page, offered(page)[0], by_key=False)
    assert page.get_attribute('[data-part="panel"]', "data-moment") == ahead.moment
    assert page.locator(".toast").count() == 1
    # The browser reports the refusal and the streams that were cut.
    assert all("409" in told or "ERR_FAILED" in told for told in visitor.errors), visitor.errors
    visitor.errors.clear()


def test_undo_hint_and_reasons_work_by_key(visitor: Visitor) -> None:
    page = start(visitor, 7)
    while next_decision(page) == "deploy":
        do(page, offered(page)[0], by_key=False)
    move = next(action for action in offered(page) if action.startswith("redeploy"))
    do(page, move, by_key=True)
    assert next_decision(page) == "act"
    page.keyboard.press("u")
    page.wait_for_selector('[data-decision="turn"]')
    page.keyboard.press("h")
    page.wait_for_selector("[data-hint]")
    page.click("[data-show-hint]")
    hinted = page.get_attribute("[data-hint]", "data-hint")
    assert page.evaluate("document.activeElement.dataset.action") == hinted


def test_the_first_load_is_small(visitor: Visitor) -> None:
    sizes: dict[str, int] = {}
    page = start(visitor, 7)
    next_decision(page)

    def weigh(response: object) -> None:
        name = response.url.partition("?")[0]  # type: ignore[attr-defined]
        if not name.endswith(".ttf") and "/events/" not in name:
            sizes[name] = int(response.headers.get("content-length", 0))  # type: ignore[attr-defined]

    page.on("response", weigh)
    page.reload()
    page.wait_for_load_state("load")
    assert 20_000 < sum(sizes.values()) < 300_000, sizes


def test_a_page_of_another_port_can_do_nothing(visitor: Visitor) -> None:
    page = visitor.open("/")
    cookie = next(
        each for each in page.context.cookies() if str(visitor.server.port) in each["name"]
    )
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Strict"
    html = f'<form method=post action="{visitor.server.origin}/settings"><button>go</button></form>'
    foreign = "http://127.0.0.1:9/evil"
    page.context.unroute_all()
    page.context.route(
        "**/*",
        lambda route: (
            route.fulfill(body=html, content_type="text/html")
            if route.request.url == foreign
            else route.continue_()
        ),
    )
    page.goto(foreign)
    with page.expect_response(f"{visitor.server.origin}/settings") as sent:
        page.click("button")
    assert sent.value.status == 403
    # The browser reports the refusal in its console.
    visitor.errors.clear()


def test_on_a_phone_a_new_question_is_seen_from_its_beginning(visitor: Visitor) -> None:
    page = start(visitor, 8, "phone")
    while next_decision(page) == "deploy":
        page.evaluate("document.querySelector('.side').scrollTop = 400")
        do(page, offered(page)[0], by_key=False)
        assert page.evaluate("document.querySelector('.side').scrollTop") == 0
    # The icons of what was swapped in are in the document: drawing them needs no other file.
    assert page.locator(".field use").count() > 0
    assert page.locator('.field use[href^="/static/icons"]').count() == 0
    # The enemy may have the first turn.
    while next_decision(page) != "turn":
        do(page, offered(page)[0], by_key=False)
    # The chosen unit has the room of the question, and the way back is in sight.
    page.focus(".field .unit.can-act")
    back = page.locator("[data-unpick]:visible").bounding_box()
    assert back is not None
    assert back["y"] + back["height"] < 740


def test_the_card_of_an_aim_hides_neither_target_nor_attacker(visitor: Visitor) -> None:
    page = start(visitor, 7)
    while next_decision(page) == "deploy":
        do(page, offered(page)[0], by_key=False)
    seen = 0
    for attack in (each for each in offered(page) if each.startswith("shoot")):
        page.focus(f'.field [data-unit="{attack.split()[1]}"]')
        page.focus(f'[data-action="{attack}"]')
        page.wait_for_selector(".aim-card")
        hidden = page.evaluate(
            """names => names.filter(name => {
              const [card, unit] = [".aim-card", `.field [data-unit="${name}"]`]
                .map(each => document.querySelector(each).getBoundingClientRect());
              return card.left < unit.right - 8 && card.right > unit.left + 8
                && card.top < unit.bottom - 8 && card.bottom > unit.top + 8;
            })""",
            attack.split()[1:3],
        )
        assert hidden == [], attack
        seen += 1
    assert seen


@pytest.mark.parametrize("device", ["keyboard", "mouse"])
def test_an_aim_survives_a_late_answer_of_the_server(visitor: Visitor, device: str) -> None:
    page = start(visitor, 7)
    while next_decision(page) == "deploy":
        do(page, offered(page)[0], by_key=False)
    attack = next(each for each in offered(page) if each.startswith("shoot"))
    unit, target = attack.split()[1:3]
    button = f'[data-action="{attack}"]'
    page.focus(f'.field [data-unit="{unit}"]')
    if device == "keyboard":
        page.focus(button)
    else:
        page.click(f'.field [data-unit="{target}"]')
    page.wait_for_selector(".aim-card")
    aimed = page.evaluate("document.activeElement.dataset.action")
    # The same moment is drawn again, as after two events of the server in a row.
    page.evaluate(
        """() => new Promise(done => {
          document.querySelector('[data-part="panel"]').dataset.old = "yes";
          document.addEventListener("pbbuild:swapped", () => done(null), { once: true });
          document.dispatchEvent(new CustomEvent("pbbuild:stale"));
        })"""
    )
    assert page.locator("[data-old]").count() == 0, "the panel is a new one"
    assert page.evaluate("document.activeElement.dataset.action") == aimed
    assert page.is_visible(".aim-card")
    assert page.locator(".field .unit.aimed").get_attribute("data-unit") == target
    assert page.is_visible("[data-do-it]")


def test_the_signs_of_an_aim_are_as_small_as_its_words(visitor: Visitor) -> None:
    page = start(visitor, 7)
    next_decision(page)
    height = page.evaluate(
        """() => {
          const card = document.createElement("div");
          card.className = "aim-card";
          card.style.height = "90px";
          card.append(document.querySelector("svg.ic").cloneNode(true));
          document.querySelector("#aim").append(card);
          return card.querySelector("svg").getBoundingClientRect().height;
        }"""
    )
    assert 8 < height < 24


def test_clicks_while_a_decision_is_on_its_way_are_no_further_ones(visitor: Visitor) -> None:
    page = start(visitor, 7)
    next_decision(page)
    moment = page.get_attribute('[data-part="panel"]', "data-moment")
    held: list[Route] = []
    page.route("**/act", lambda route: held.append(route))
    for _ in range(3):
        page.evaluate("() => document.querySelector('button[name=action]').click()")
        page.wait_for_timeout(100)
    # Others would be refused: “The battle went on in another tab.”
    assert len(held) == 1
    held[0].continue_()
    page.wait_for_selector(f'[data-part="panel"]:not([data-moment="{moment}"])', state="attached")
