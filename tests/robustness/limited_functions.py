"""What tests let a limited process do."""

import os


def echo(data: bytes) -> bytes:
    return data[::-1]


def endless(data: bytes) -> bytes:
    while True:
        pass


def greedy(data: bytes) -> bytes:
    return b"x" * (1 << 32)


def starts_a_program(data: bytes) -> bytes:
    os.system("/bin/touch " + data.decode())
    return b"started"
