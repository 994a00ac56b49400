/*
 * Requests of programs that use OpenAI's API, part by part as they send them. `source` names the code they were read
 * from.
 */

/** A part of a form as it is on the wire. */
export interface WrittenPart {
  /** The header lines after `Content-Disposition: form-data; `. */
  disposition: string;
  type?: string;
  /** Undefined for the recording. */
  text?: string;
}

/** A program's request for a transcription. */
export interface ClientRequest {
  program: string;
  /** The code that the request was read from. */
  source: string;
  headers: Record<string, string>;
  /** The scheme in which the key is sent. */
  authorization: 'Bearer' | 'Basic';
  parts: readonly WrittenPart[];
  /** The part of the answer that the program reads. */
  reads: 'text of json' | 'text of verbose json' | 'body';
}

const field = (name: string, text: string): WrittenPart => ({ disposition: `name="${name}"`, text });

/** One or more requests of each program. */
export const clientRequests: readonly ClientRequest[] = [
  {
    program: 'Open WebUI',
    source:
      'open-webui/open-webui@6adde203 backend/open_webui/routers/audio.py, transcription_handler: requests.post(data, files)',
    headers: { 'User-Agent': 'python-requests/2.32.3', Accept: '*/*', 'Accept-Encoding': 'gzip, deflate' },
    authorization: 'Bearer',
    parts: [
      field('model', 'whisper-1'),
      field('language', 'en'),
      // Python's requests sends no media type for an open file.
      { disposition: 'name="file"; filename="5b1a8a0c-6f0e-4a8e-9d9c-0a7d6a3f1b52.wav"' },
    ],
    reads: 'text of json',
  },
  {
    program: 'n8n',
    source:
      'n8n-io/n8n@8bd7c56b packages/@n8n/nodes-langchain/nodes/vendors/OpenAi/v2/actions/audio/transcribe.operation.ts: form-data',
    headers: { 'User-Agent': 'n8n', Accept: 'application/json,text/html,application/xhtml+xml' },
    authorization: 'Bearer',
    parts: [
      field('model', 'whisper-1'),
      field('language', 'en'),
      field('temperature', '0.4'),
      { disposition: 'name="file"; filename="data.mp3"', type: 'audio/mpeg' },
    ],
    reads: 'text of json',
  },
  {
    program: 'Nextcloud',
    source:
      'nextcloud/integration_openai@d8072607 lib/Service/OpenAiAPIService.php, transcribe and request: Guzzle, Basic if so set up',
    headers: { 'User-Agent': 'Nextcloud OpenAI/LocalAI integration' },
    authorization: 'Basic',
    parts: [
      { ...field('model', 'whisper-1'), disposition: 'name="model"\r\nContent-Length: 9' },
      { disposition: 'name="file"; filename="file.mp3"\r\nContent-Length: 32044', type: 'audio/mpeg' },
      {
        ...field('response_format', 'verbose_json'),
        disposition: 'name="response_format"\r\nContent-Length: 12',
      },
      { ...field('language', 'en'), disposition: 'name="language"\r\nContent-Length: 2' },
    ],
    reads: 'text of verbose json',
  },
  {
    program: 'Nextcloud, subtitles',
    source:
      'nextcloud/integration_openai@75f2a094 lib/TaskProcessing/AudioToTextSubtitlesProvider.php: the format is srt or vtt',
    headers: { 'User-Agent': 'Nextcloud OpenAI/LocalAI integration' },
    authorization: 'Bearer',
    parts: [
      field('model', 'whisper-1'),
      { disposition: 'name="file"; filename="file.mp3"', type: 'audio/mpeg' },
      field('response_format', 'srt'),
    ],
    reads: 'body',
  },
  {
    program: 'Home Assistant',
    source:
      'home-assistant/core@0c3b5f1f homeassistant/components/openai_conversation/stt.py: openai-python, transcriptions.create',
    headers: {
      'User-Agent': 'AsyncOpenAI/Python 2.21.0',
      Accept: 'application/json',
      'X-Stainless-Retry-Count': '0',
    },
    authorization: 'Bearer',
    parts: [
      field('model', 'gpt-4o-mini-transcribe'),
      field('language', 'en'),
      field('prompt', 'The following conversation is a smart home user talking to Home Assistant.'),
      field('response_format', 'json'),
      { disposition: 'name="file"; filename="a.wav"', type: 'audio/x-wav' },
    ],
    reads: 'text of json',
  },
  {
    program: 'Obsidian (Whisper plugin)',
    source:
      'nikdanilov/whisper-obsidian-plugin@0a0a5e40 src/AudioHandler.ts: axios with a FormData of the browser',
    headers: { Accept: 'application/json, text/plain, */*', Origin: 'app://obsidian.md' },
    authorization: 'Bearer',
    parts: [
      { disposition: 'name="file"; filename="2026-11-24T08-00-00.webm"', type: 'audio/webm;codecs=opus' },
      field('model', 'whisper-1'),
      field('language', 'en'),
      field('prompt', 'Norland, Barton Park'),
    ],
    reads: 'text of json',
  },
  {
    program: 'Speakr',
    source:
      'murtaza-nasir/speakr@43f39810 src/services/transcription/connectors/openai_whisper.py: openai-python with headers of its own',
    headers: {
      'User-Agent': 'Speakr/1.0 (https://github.com/murtaza-nasir/speakr)',
      'HTTP-Referer': 'https://github.com/murtaza-nasir/speakr',
      'X-Title': 'Speakr - AI Audio Transcription',
      Accept: 'application/json',
      'X-Stainless-Retry-Count': '0',
    },
    authorization: 'Bearer',
    parts: [
      field('model', 'whisper-1'),
      field('language', 'en'),
      field('prompt', 'A meeting of the estate. Norland, Barton Park'),
      // httpx takes the name of the open file, and the media type from that.
      { disposition: 'name="file"; filename="2026-11-24_meeting.mp3"', type: 'audio/mpeg' },
    ],
    reads: 'text of json',
  },
];

/** Returns the body of a request, with this recording as its file. */
export function writeBody(
  { parts }: Pick<ClientRequest, 'parts'>,
  boundary: string,
  recording: Buffer,
): Buffer {
  const written = parts.flatMap(({ disposition, type, text }) => [
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`,
    type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
    text ?? recording,
    '\r\n',
  ]);
  return Buffer.concat([...written, `--${boundary}--\r\n`].map((one) => Buffer.from(one)));
}
