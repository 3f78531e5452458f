#!/usr/bin/env python3
"""Takes pictures of an email as phones show it: 360 px wide, light, dark, and with the picture blocked.

    python3 scripts/mail_pictures.py FOLDER [GAME ...]

writes FOLDER/GAME-light.png, -dark.png and -blocked.png for each game (all four if you name none). It builds
and runs the example `letter` of carrick-mail, and takes the pictures with Chromium.
"""

import base64
import email
import email.policy
import pathlib
import subprocess
import sys
import tempfile

GAMES = ["ankor", "boche", "antipod", "anchor"]
LIGHT, DARK = 1, 0


def page_of(mail: bytes, with_picture: bool) -> str:
    """Returns the HTML part, with its picture as a data URL or with one that cannot be loaded."""
    message = email.message_from_bytes(mail, policy=email.policy.default)
    parts = list(message.walk())
    html = next(part for part in parts if part.get_content_type() == "text/html").get_content()
    picture = next(part for part in parts if part.get_content_type() == "image/png")
    name = "cid:" + picture["Content-ID"].strip("<>")
    data = base64.b64encode(picture.get_payload(decode=True)).decode()
    return html.replace(name, f"data:image/png;base64,{data}" if with_picture else "nothing:")


def take(page: str, scheme: int, out: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "mail.html")
        # A headless window is at least 500 px wide, so the phone is a frame in it.
        file.write_text(page)
        frame = pathlib.Path(folder, "frame.html")
        frame.write_text(
            '<body style="margin:0"><iframe src="mail.html" style="width:360px;height:1150px;border:0">'
        )
        subprocess.run(
            ["chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             f"--blink-settings=preferredColorScheme={scheme}", "--window-size=500,1150",
             f"--screenshot={out}", frame.as_uri()],
            check=True, capture_output=True, timeout=60,
        )


def main() -> None:
    out = pathlib.Path(sys.argv[1]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    for game in sys.argv[2:] or GAMES:
        command = ["cargo", "run", "-q", "-p", "carrick-mail", "--example", "letter", "--", game]
        mail = subprocess.run(command, check=True, capture_output=True).stdout
        print(f"{game}: {len(mail)} bytes")
        for name, scheme, with_picture in [
            ("light", LIGHT, True), ("dark", DARK, True), ("blocked", LIGHT, False),
        ]:
            take(page_of(mail, with_picture), scheme, out / f"{game}-{name}.png")


if __name__ == "__main__":
    main()
