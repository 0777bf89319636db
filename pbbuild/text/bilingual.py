"""Text that the data holds in both languages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """The same text in both languages."""

    en: str
    it: str

    def in_language(self, language: str) -> str:
        """The text in `language`, "en" or "it"."""
        return self.it if language == "it" else self.en
