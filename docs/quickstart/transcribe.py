# Transcribes a recording and prints the text: LONGHAND_API_KEY=lh_test_… python3 transcribe.py interview.mp3
import os
import sys
import time

import requests

url = os.environ.get("LONGHAND_URL", "http://127.0.0.1:3000")
session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['LONGHAND_API_KEY']}"


def call(method, path, **options):
    response = session.request(method, f"{url}/v1{path}", **options)
    if not response.ok:
        raise SystemExit(response.text)
    return response


with open(sys.argv[1], "rb") as file:
    media = (os.path.basename(file.name), file, "audio/mpeg")
    job = call("POST", "/jobs", files={"media": media}).json()

while job["status"] == "in_progress":
    time.sleep(1)
    job = call("GET", f"/jobs/{job['id']}").json()

print(call("GET", f"/jobs/{job['id']}/transcript", headers={"Accept": "text/plain"}).text)
