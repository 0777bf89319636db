"""Every parser under a fuzzer for a moment, and every case that fuzzing ever found."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.robustness.mutate import mutated
from tests.robustness.parsers import PARSERS, parse, seeds_of

# A code that takes searches to answer costs half a second.
EXAMPLES = {"hostile-codes": 12, "pdfs": 30}
FOUND = Path(__file__).parents[1] / "data" / "fuzz_findings"


@pytest.mark.parametrize("name", PARSERS)
def test_the_seeds_of_fuzzing_are_read(name: str) -> None:
    for data in seeds_of(name):
        PARSERS[name][0](data)


@pytest.mark.slow
@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_answers_anything_with_a_code(name: str) -> None:
    @settings(
        max_examples=EXAMPLES.get(name, 15 if name.startswith("typed") else 60),
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def trial(data: st.DataObject) -> None:
        whole = data.draw(st.sampled_from(seeds_of(name)))
        seed = data.draw(st.integers(0, 2**32))
        raw = data.draw(st.binary(max_size=40))
        parse(name, raw)
        parse(name, mutated(whole, seeds_of(name), seed))

    trial()


# What a PDF reader takes a second for is slow.
FILES = [
    pytest.param(file, marks=pytest.mark.slow) if "pdf" in file.parent.name else file
    for file in sorted(FOUND.glob("*/*"))
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_fuzzing_found_once_is_answered_now(file: Path) -> None:
    parse(file.parent.name, file.read_bytes())
