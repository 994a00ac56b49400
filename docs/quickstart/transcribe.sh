#!/bin/sh
# Transcribes a recording and prints the text: LONGHAND_API_KEY=lh_test_… sh transcribe.sh interview.mp3
set -eu
url=${LONGHAND_URL:-http://127.0.0.1:3000}
auth="Authorization: Bearer $LONGHAND_API_KEY"

job=$(curl -fsS "$url/v1/jobs" -H "$auth" -F "media=@$1;type=audio/mpeg")
id=$(echo "$job" | grep -o '"id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)

while echo "$job" | grep -q '"status":"in_progress"'; do
  sleep 1
  job=$(curl -fsS "$url/v1/jobs/$id" -H "$auth")
done

curl -fsS "$url/v1/jobs/$id/transcript" -H "$auth" -H 'Accept: text/plain'
