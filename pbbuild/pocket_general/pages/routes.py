"""The addresses of Pocket General on the page."""

from typing import Final

from pbbuild.pocket_general.pages import campaign, start, war
from pbbuild.pocket_general.pages.open_wars import Wars
from pbbuild.web.pages import Link, Page, Section
from pbbuild.web.playing import PlayPages

PLAY: Final = PlayPages(war.BASE, war.show_war, war.moment)
SECTION: Final = Section(
    pages=(
        Page("/general", get=start.start_page, post=start.start_war),
        Page("/general/campaign", post=start.new_campaign),
        Page(
            "/general/campaign/{name}",
            get=campaign.show_campaign,
            post=campaign.play_campaign_game,
        ),
        *PLAY.pages(),
        Page(f"{war.BASE}/{{id}}/hint", get=war.hint),
        Page(f"{war.BASE}/{{id}}/why", get=war.why),
        Page("/general/replay/{id}", get=war.replay),
        Page("/general/replay/{id}/review", get=war.review),
        Page("/general/replay/{id}/play-on", post=war.play_on),
    ),
    links=(Link("general-page.nav", "/general", ("general",), 80),),
    css=("general.css",),
    keep=Wars,
    game="/general/game",
    replay="/general/replay",
    words=start.game_words,
    show=war.show_war,
)
