import type { WrittenPart } from '#e2e/support/openai/client-requests';

/*
 * Requests of programs that use the Whisper ASR webservice, as they send them. `source` names the code they were read
 * from. None of them sends a key.
 */

/** A program's request for a transcription or for the language. */
export interface AsrRequest {
  program: string;
  /** The code that the request was read from. */
  source: string;
  /** The path with its query. */
  target: string;
  headers: Record<string, string>;
  parts: readonly WrittenPart[];
  /** The name of the resulting job. */
  name: string;
  /** The part of the answer that the program reads. */
  reads: 'captions' | 'text and segments' | 'speakers' | 'language';
}

// For bytes without a file name, Python's requests sends the field's name as the file's, and no media type.
const bytes: WrittenPart = { disposition: 'name="audio_file"; filename="audio_file"' };

const bazarr = {
  headers: {
    'User-Agent': 'Subliminal/2.1',
    'Accept-Encoding': 'gzip, deflate',
    Accept: '*/*',
    Connection: 'keep-alive',
  },
  parts: [bytes],
};

const whisperai = 'morpheus65535/bazarr@920853da custom_libs/subliminal_patch/providers/whisperai.py';

const speakr = {
  headers: { 'User-Agent': 'python-httpx/0.28.1', 'Accept-Encoding': 'gzip, deflate', Accept: '*/*' },
  parts: [{ disposition: 'name="audio_file"; filename="meeting.wav"', type: 'audio/x-wav' }],
  name: 'meeting.wav',
};

/** One or more requests of each program. */
export const asrRequests: readonly AsrRequest[] = [
  {
    ...bazarr,
    program: 'Bazarr',
    source: `${whisperai}, download_subtitle: requests.post(params, files)`,
    target: '/asr?task=transcribe&language=en&output=srt&encode=false',
    name: 'audio_file.wav',
    reads: 'captions',
  },
  {
    ...bazarr,
    program: 'Bazarr with the video’s name',
    source: `${whisperai}, download_subtitle with pass_video_name`,
    target:
      '/asr?task=transcribe&language=en&output=srt&encode=false&video_file=%2Ftv%2FSense+%26+Sense%2FSense.S01E02.mkv',
    name: 'Sense.S01E02.wav',
    reads: 'captions',
  },
  {
    ...bazarr,
    program: 'Bazarr, which asks for the language',
    source: `${whisperai}, detect_language`,
    target: '/detect-language?encode=false',
    name: 'audio_file (first minute).wav',
    reads: 'language',
  },
  {
    ...speakr,
    program: 'Speakr',
    source:
      'murtaza-nasir/speakr@085dcba5 src/services/transcription/connectors/asr_endpoint.py, transcribe as it is set up: httpx.post(params, files)',
    target: '/asr?encode=true&task=transcribe&output=json&diarize=true&enable_diarization=true',
    reads: 'speakers',
  },
  {
    ...speakr,
    program: 'Speakr without speakers',
    source:
      'murtaza-nasir/speakr@43f39810 src/services/transcription/connectors/asr_endpoint.py, transcribe with ASR_DIARIZE=false: httpx.post(params, files)',
    target:
      '/asr?encode=true&task=transcribe&output=json&language=en&diarize=false&enable_diarization=false&initial_prompt=Norland',
    reads: 'text and segments',
  },
];
