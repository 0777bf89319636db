"""The rules on the page: every clause with its anchor, found by words, linked from refusals."""

import re
from typing import TYPE_CHECKING

import pytest

from pbbuild.play.clauses import load_rules
from pbbuild.pocket_battles.catalog.load import load_catalog
from tests.web.client import Client
from tests.web.conftest import Visitor, violations

if TYPE_CHECKING:
    from pbbuild.web.server import PageServer


@pytest.fixture
def client(server: "PageServer") -> Client:
    return Client(server)


def shown(page: str) -> list[str]:
    return re.findall(r'<article class="clause-card" id="([^"]+)"', page)


def test_the_rules_have_an_anchor_for_every_clause_and_trait(client: Client) -> None:
    page = client.get("/rules")
    assert shown(page) == list(load_rules())
    for trait in load_catalog().traits.values():
        assert f'id="trait-{trait.base}"' in page
    rulings = [clause for clause in load_rules().values() if clause.ruling]
    assert page.count('<span class="tag warn"') == len(rulings)


def test_rules_are_found_by_id_word_edition_and_ruling(client: Client) -> None:
    assert shown(client.get("/rules?q=PB-5.2.1")) == ["PB-5.2.1"]
    assert "PB-7.1" in shown(client.get("/rules?q=segnalini+ferita"))
    assert shown(client.get("/rules?edition=pocket-general"))[0].startswith("PG-")
    modern = client.get("/rules?edition=modern-1")
    assert "PB-T.20" not in shown(modern), "no modern tile flies"
    assert "50 to 100 points" in modern
    assert all(load_rules()[each].ruling for each in shown(client.get("/rules?rulings=yes")))
    nothing = client.get("/rules?q=chargge")
    assert shown(nothing) == []
    assert 'href="/rules?q=charge"' in nothing
    assert "<mark>" not in client.get("/rules?q=%3Cscript%3E")


@pytest.mark.slow
def test_a_refusal_leads_to_its_rule_and_the_search_answers_while_typing(
    visitor: Visitor, client: Client
) -> None:
    page = visitor.open("/battle/new?list=union-80&against=confederacy-80&level=easy&seed=5")
    page.click("[data-start]")
    page.wait_for_selector('[data-decision="deploy"]')
    # An action that the rules refuse is answered with its clause, which is a link.
    refused = page.evaluate(
        """async () => {
            const { send } = await import("/static/swap.js");
            const moment = document.querySelector("[data-moment]").dataset.moment;
            await send(document.body.dataset.base + "/act",
                { method: "post", body: { at: moment, action: "deploy a1 centre B front" } });
            return document.querySelector(".toast a.clause").getAttribute("href");
        }"""
    )
    visitor.errors.clear()  # Chromium reports the status of the refusal
    assert refused.split("#")[1] in load_rules()
    page.click(".toast a.clause")
    page.wait_for_selector("body[data-page=rules]")
    assert page.locator(".clause-card:target").get_attribute("id") == refused.split("#")[1]
    page.fill("[data-search]", "reaction")
    page.wait_for_selector("mark")
    assert 0 < page.locator(".clause-card").count() < len(load_rules())
    assert page.url.endswith("q=reaction")
    for scheme, size in (("light", "desktop"), ("dark", "phone")):
        page = visitor.open("/rules", size, scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
        assert violations(page) == []
        visitor.picture(page, f"rules-{size}-{scheme}")
