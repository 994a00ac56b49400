const connection = `Connection:
  --host URL         The server; otherwise LONGHAND_URL, or http://127.0.0.1:3000
  --key-file FILE    A file with the API key; otherwise LONGHAND_API_KEY. A key is never an argument: ps would show it.`;

const recognition = `  --language TAG     A language such as en or pt-BR, or auto
  --speakers N       off, auto or the number of speakers
  --vocabulary WORD  A word or phrase that is likely; can be repeated
  --engine ID        An engine on the server`;

const work = `Results:
  --format LIST      txt, json, rich, docx, pdf, srt, vtt, separated by commas (default: txt)
  --out DIR          Folder for the results (default: beside each recording)
  --overwrite        Replace files that Longhand didn't write

Recognition:
${recognition}
  --metadata TEXT    Returned with the job
  --callback-url URL URL to call when a job has ended
  --option NAME=VAL  Any other option of the API, with its value as JSON or text; can be repeated

Work:
  --parallel N       Uploads at a time (default: 2)
  --state DIR        Folder that records earlier runs (default: ~/.local/state/longhand)
  --json             One JSON object on standard output for each recording`;

/** The help of the command line and of each command. */
export const help = {
  '': `Usage: longhand COMMAND [OPTIONS]

Commands:
  transcribe FILE…   Send recordings and write their transcripts
  watch FOLDER       Transcribe recordings added to a folder
  jobs               List jobs
  get ID             Print or write a transcript
  put ID FILE        Replace a transcript with a file
  recognize ID       Recognize the recording of a transcript again

longhand COMMAND --help shows details. --version prints the version.

Exit codes: 0 all done, 1 some failed, 2 invalid usage, 3 the API key is missing or not allowed to do this,
4 the server can't be reached, 130 interrupted (Ctrl-C), 143 terminated.`,
  transcribe: `Usage: longhand transcribe FILE… [OPTIONS]

Sends recordings and writes their transcripts. Run it again after an interruption to continue: nothing is sent twice or
left out. A recording that can't be transcribed doesn't stop the others.

  --transcript FILE  The text of the recording, for one recording: nothing is recognized, its words are timed

${work}

${connection}`,
  watch: `Usage: longhand watch FOLDER [OPTIONS]

Transcribes all recordings in a folder, and those added to it, until interrupted. A file is sent once its size and time have
not changed for a while. Names that begin with a dot are skipped.

  --recursive        Include subfolders
  --settle SECONDS   How long a file must stay unchanged (default: 5)
  --once             Exit once all recordings in the folder are done

${work}

${connection}`,
  jobs: `Usage: longhand jobs [OPTIONS]

Lists jobs, latest first: ID, status, time, name.

  --limit N          Number of jobs (default: 20)
  --json             One JSON object for each job

${connection}`,
  get: `Usage: longhand get ID [OPTIONS]

Prints the transcript of a job, or writes it into a folder.

  --format LIST      txt, json, rich, docx, pdf, srt, vtt (default: txt); several only with --out
  --out DIR          Write files named after the recording, and print their paths
  --overwrite        Replace existing files, including earlier transcripts of the job
  --original         The original, without later corrections
  --wait             Wait until the job has ended

${connection}`,
  put: `Usage: longhand put ID FILE [OPTIONS]

Replaces the transcript of a job with a file made elsewhere: text, Markdown, SubRip, WebVTT, Word (.docx),
oTranscribe (.otr), or JSON of Longhand, Rev AI, AssemblyAI, Deepgram, Whisper, WhisperX or whisper.cpp. The history keeps the
earlier version.

  --accept-mismatch  Accept a text that has little in common with the recording

${connection}`,
  recognize: `Usage: longhand recognize ID [OPTIONS]

Recognizes the recording of a transcribed job again, at the price of a new job, and prints the ID of that job. Once it has
ended, the transcript has the new words, and people's changes are kept. The history keeps the earlier version. Running the
command again with the same options meanwhile returns the same job.

  --from TIME        Recognize only a passage, at the price of its length, from this time, such as 80 or 1:20
  --to TIME          End of the passage
  --only-speakers    Only identify speakers again, without changing a word
  --wait             Wait until the new job has ended
  --json             Print the new job as a JSON object

Recognition, if different from the first time:
${recognition}
  --option NAME=VAL  Any other of these options of the API, such as audio_tracks=all

${connection}`,
} as const;
