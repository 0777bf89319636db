"""Which language a player is spoken to in when nothing in the environment says."""

import locale

import pytest

from pbbuild.cli.session import language_of_locale


@pytest.mark.parametrize(
    ("system", "language"),
    [("C", "en"), (None, "en"), ("de_DE", "en"), ("it_IT", "it"), ("Italian_Italy", "it")],
)
def test_a_system_language_we_do_not_speak_is_english(
    system: str | None, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(locale, "getlocale", lambda: (system, "UTF-8"))
    assert language_of_locale() == language
