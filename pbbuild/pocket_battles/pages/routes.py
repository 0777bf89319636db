"""The addresses of Pocket Battles on the page."""

from typing import Final

from pbbuild.pocket_battles.pages import auto_build, battle, box, builder, lab
from pbbuild.pocket_battles.pages.home import home, show_battles
from pbbuild.pocket_battles.pages.open_battles import Battles
from pbbuild.pocket_battles.pages.replay import play_on, replay, report, review
from pbbuild.pocket_battles.pages.rules import rules
from pbbuild.web.pages import Link, Page, Section
from pbbuild.web.playing import PlayPages

PLAY: Final = PlayPages("/battle", battle.show_battle, battle.moment)
SECTION: Final = Section(
    pages=(
        Page("/", get=home),
        *builder.PAGES,
        *auto_build.PAGES,
        *box.PAGES,
        *lab.PAGES,
        Page("/battles", get=show_battles),
        Page("/battle/new", get=battle.new_battle_form, post=battle.start_battle),
        *PLAY.pages(),
        Page("/battle/{id}/hint", get=battle.hint),
        Page("/battle/{id}/chance", get=battle.chance),
        Page("/battle/{id}/why", get=battle.why),
        Page("/replay/{id}", get=replay),
        Page("/replay/{id}/play-on", post=play_on),
        Page("/replay/{id}/review", get=review),
        Page("/replay/{id}/report", get=report),
        Page("/rules", get=rules),
    ),
    links=(
        Link("web.nav-home", "/", ("home",), 10),
        Link("build-page.nav", "/build", ("build",), 20),
        Link("battle-page.nav", "/battle/new", ("battle",), 30),
        Link("home.nav-battles", "/battles", ("battles", "replay"), 40),
        Link("lab-page.nav", "/lab", ("lab",), 50),
        Link("box-page.nav", "/box", ("box",), 60),
        Link("rules-page.nav", "/rules", ("rules",), 90),
    ),
    css=("armies.css", "battle.css", "build.css", "box.css", "home.css", "lab.css", "rules.css"),
    keep=Battles,
    game="/battle",
    replay="/replay",
    show=battle.show_battle,
)
