"""Words that stand in the data in both languages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """The same words in both languages."""

    en: str
    it: str

    def in_language(self, language: str) -> str:
        """The words in `language`, "en" or "it"."""
        return self.it if language == "it" else self.en
