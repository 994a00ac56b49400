import type { WordTiming } from '#lib/recognition/alignment/aligner';
import type { SpeakersOption } from '#lib/recognition/options/options';
import type { AudioTrack } from '#lib/recognition/tracks/audio-track';
import type { Span } from '#lib/recognition/pieces/find-speech';

/** What is noted of a recognition beside the transcript, because it is not as its reader might expect. */
export type RecognitionNote =
  /** Speakers could not be told apart: the transcript has one. */
  | 'speakers-failed'
  /** The transcript could not be punctuated. */
  | 'punctuation-failed'
  /** Words that were repeated, or heard where there was silence, were cut out. */
  | 'words-removed'
  /** Some of the sound in the file couldn't be decoded: see `lostSound`. */
  | 'sound-lost'
  /** In some passages there is speech and no word: see `notUnderstood`. */
  | 'speech-not-understood'
  /** Some of the speech doesn't seem to be in the language of the words: see `languageDoubtful`. */
  | 'language-doubtful';

/** How a job was recognized: kept with the job, shown to its owner. */
export interface RecognitionRecord {
  /** The id of the engine, as `EngineDescription` has it. */
  engineId: string;
  engine: string;
  model: string;
  version: string;
  /**
   * The language of the transcript, as BCP 47 tag: what the engine found out or was told, else what its words show; null when none
   * of these, and where most of the speech doesn't seem to be in it. What was asked for is in `options`.
   */
  language: string | null;
  /** Of a translation into English, the language that was spoken, in the same way; left out of all else. */
  translatedFrom?: string | null;
  /** What was in force, with all defaults filled in. */
  options: { language: string; speakers: SpeakersOption; vocabulary: number };
  /**
   * Where the times of words come from: the engine (`timed`), alignment of its text with the sound (`aligned`), or estimates,
   * spread over the piece (`spread`). `mixed` where some are estimates.
   */
  words: WordTiming | 'mixed';
  /** The model whose second opinion is the words' confidence; left out where it is the engine's own, or there is none. */
  secondOpinion?: string;
  /** How speakers were told apart: not, by the channels of the recording, or by their voices. */
  speakersBy: 'none' | 'channel' | 'voice';
  /** Seconds of the recording per second of work; null until measured. */
  speed: number | null;
  notes: RecognitionNote[];
  /** The audio tracks of the media; left out where there is one and all of it was used, and of records of earlier versions. */
  tracks?: AudioTrack[];
  /** How many seconds of sound the file has, and how many couldn't be decoded; left out where all could. */
  lostSound?: { seconds: number; ofSeconds: number };
  /** Where there is speech and no word, in order of time; left out where nothing is, and of records of earlier versions. */
  notUnderstood?: Span[];
  /** The speech of the note `language-doubtful`, in order; left out without it. */
  languageDoubtful?: Span[];
}
