"""PDFs made to mislead their reader; each is small, and what it asks for is not."""

import zlib
from collections.abc import Callable

MILLION = 1_000_000


def pdf(*objects: bytes) -> bytes:
    """A PDF of numbered objects, the first of them its catalog."""
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)


def stream(data: bytes, entries: bytes) -> bytes:
    """A stream object."""
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), entries, data)


def with_attachments(count: int, file: bytes) -> bytes:
    """A PDF with `count` names for one attached file."""
    names = b" ".join(b"(%05d.json) 3 0 R" % number for number in range(count))
    return pdf(
        b"<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [%s] >> >> >>" % names,
        b"<< /Type /Pages /Kids [] /Count 0 >>",
        b"<< /Type /Filespec /F (list.json) /UF (list.json) /EF << /F 4 0 R >> >>",
        file,
    )


def one_stream_under_1500_names() -> bytes:
    """Each name unpacks the same megabytes again."""
    packed = zlib.compress(b'{"format": "pbbuild-list/1"}' + b" " * MILLION, 9)
    return with_attachments(1500, stream(packed, b"/Type /EmbeddedFile /Filter /FlateDecode"))


def a_stream_of_jbig2() -> bytes:
    """The reader would start a program to unpack it."""
    return with_attachments(1, stream(b"\0" * 40, b"/Type /EmbeddedFile /Filter /JBIG2Decode"))


def packed_many_times() -> bytes:
    """A stream in a stream in a stream."""
    data = b" " * 50 * MILLION
    for _ in range(5):
        data = zlib.compress(data, 9)
    filters = b"/Filter [" + b"/FlateDecode " * 5 + b"]"
    return with_attachments(1, stream(data, b"/Type /EmbeddedFile " + filters))


def names_in_a_circle() -> bytes:
    """A tree of names whose branch is its root."""
    return pdf(
        b"<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles 3 0 R >> >>",
        b"<< /Type /Pages /Kids [] /Count 0 >>",
        b"<< /Kids [3 0 R 3 0 R] >>",
    )


def predictor_of_a_giant_row() -> bytes:
    """A row of two thousand million columns."""
    packed = zlib.compress(b"\2" * MILLION, 9)
    parameters = b"/DecodeParms << /Predictor 12 /Columns 2000000000 /Colors 4 >>"
    entries = b"/Type /EmbeddedFile /Filter /FlateDecode " + parameters
    return with_attachments(1, stream(packed, entries))


def run_lengths() -> bytes:
    """Two bytes that stand for 128, many times."""
    packed = zlib.compress(b"\x81 " * 10 * MILLION, 9)
    return with_attachments(
        20, stream(packed, b"/Type /EmbeddedFile /Filter [/FlateDecode /RunLengthDecode]")
    )


CRAFTED: dict[str, Callable[[], bytes]] = {
    "one stream under 1500 names": one_stream_under_1500_names,
    "JBIG2": a_stream_of_jbig2,
    "packed many times": packed_many_times,
    "names in a circle": names_in_a_circle,
    "a giant row": predictor_of_a_giant_row,
    "run lengths": run_lengths,
}
