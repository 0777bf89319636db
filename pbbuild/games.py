"""The registry of games: the one place below the Python API that names both rooms."""

from pbbuild.base.rooms import Room, register

register(
    Room(
        id="pocket-battles",
        names=("pocket-battles",),
        save_prefix="pocket-battles",
        resume_command="pbbuild play --resume",
        parts={
            "army-named": "pbbuild.pocket_battles.catalog.names:named_army",
            "agents": "pbbuild.pocket_battles.agents.registry:MAKERS",
            "doctor": "pbbuild.pocket_battles.commands.doctor_checks:CHECKS",
            "lesson": "pbbuild.pocket_battles.screen.lesson_view:make_lesson",
            "levels": "pbbuild.pocket_battles.agents.registry:LEVELS",
            "known-names": "pbbuild.pocket_battles.lists.find:known_names",
            "pages": "pbbuild.pocket_battles.pages.routes:SECTION",
            "read-run": "pbbuild.pocket_battles.playtest.series:run_from",
            "record-of-battle": "pbbuild.pocket_battles.playtest.series:record_of_battle",
            "welcome": "pbbuild.pocket_battles.commands.welcome:next_steps",
        },
        commands={},
        readers={},
        compiled=(
            "pbbuild.pocket_battles.rules.core",
            "pbbuild.pocket_battles.agents.thinking",
        ),
    )
)
register(
    Room(
        id="pocket-general-ww2",
        names=("pocket-general", "pocket-general-ww2"),
        save_prefix="pocket-general",
        resume_command="pbbuild play --game pocket-general --resume",
        parts={
            "army-named": "pbbuild.pocket_general.catalog.names:named_nation",
            "agents": "pbbuild.pocket_general.agents.registry:MAKERS",
            "doctor": "pbbuild.pocket_general.commands.doctor_checks:CHECKS",
            "lesson": "pbbuild.pocket_general.screen.lesson_view:make_lesson",
            "levels": "pbbuild.pocket_general.agents.registry:LEVELS",
            "pages": "pbbuild.pocket_general.pages.routes:SECTION",
            "read-run": "pbbuild.pocket_general.playtest.series:run_from",
            "record-of-battle": "pbbuild.pocket_general.playtest.series:record_of_battle",
            "welcome": "pbbuild.pocket_general.commands.welcome:next_steps",
        },
        commands={
            "new": "pbbuild.pocket_general.commands.new:new_command",
            "battle": "pbbuild.pocket_general.commands.battle:battle_command",
            "odds": "pbbuild.pocket_general.commands.odds:odds_command",
            "play": "pbbuild.pocket_general.commands.play:play_command",
            "playtest": "pbbuild.pocket_general.commands.playtest:playtest_command",
            "tournament": "pbbuild.pocket_general.commands.tournament:tournament_command",
            "print": "pbbuild.pocket_general.commands.print:print_command",
            "export": "pbbuild.pocket_general.commands.export:export_command",
            "catalog": "pbbuild.pocket_general.commands.catalog:catalog_command",
        },
        readers={
            "replay": "pbbuild.pocket_general.commands.replay:replay",
            "analyse": "pbbuild.pocket_general.playtest.judge:analyse",
            "analysis-names": "pbbuild.pocket_general.screen.story:analysis_names",
            "referee": "pbbuild.pocket_general.commands.referee:referee",
            "report": "pbbuild.pocket_general.sheets.printables:report_document",
        },
        compiled=(
            "pbbuild.pocket_general.rules.core",
            "pbbuild.pocket_general.agents.thinking",
        ),
    )
)
