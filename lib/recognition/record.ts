import type { WordTiming } from '#lib/recognition/alignment/aligner';
import type { SpeakersOption } from '#lib/recognition/options/options';
import type { AudioTrack } from '#lib/recognition/tracks/audio-track';
import type { Span } from '#lib/recognition/pieces/piece';

/** Notes beside the transcript, about anything that its reader might not expect. */
export type RecognitionNote =
  /** Speakers could not be told apart: the transcript has one. */
  | 'speakers-failed'
  /** The transcript could not be punctuated. */
  | 'punctuation-failed'
  /** The text was submitted with the recording: the engine only timed it. */
  | 'text-given'
  /** Words that were repeated, or heard where there was silence, were cut out. */
  | 'words-removed'
  /** Some of the sound in the file couldn't be decoded: see `lostSound`. */
  | 'sound-lost'
  /** In some passages there is speech and no word: see `notUnderstood`. */
  | 'speech-not-understood'
  /** Some of the speech doesn't seem to be in the language of the words: see `languageDoubtful`. */
  | 'language-doubtful';

/** The record of a job's recognition: kept with the job, shown to its owner. */
export interface RecognitionRecord {
  /** The id of the engine, as `EngineDescription` has it. */
  engineId: string;
  engine: string;
  model: string;
  version: string;
  /** The transcript's language as BCP 47 tag: detected, told or by its words; null if uncertain. */
  language: string | null;
  /** Of a translation into English, the language that was spoken, in the same way; left out of all else. */
  translatedFrom?: string | null;
  /** The options in force, with all defaults filled in. */
  options: { language: string; speakers: SpeakersOption; vocabulary: number };
  /** The origin of words' times: `timed` by the engine, `aligned` with the sound, estimated (`spread`), or `mixed`. */
  words: WordTiming | 'mixed';
  /** The model whose second opinion is the words' confidence; left out where it is the engine's own, or there is none. */
  secondOpinion?: string;
  /** The way speakers were told apart: not at all, by the channels of the recording, or by their voices. */
  speakersBy: 'none' | 'channel' | 'voice';
  /** Seconds of the recording per second of work; null until measured. */
  speed: number | null;
  notes: RecognitionNote[];
  /** The audio tracks of the media; left out where there is one and all of it was used, and of records of earlier versions. */
  tracks?: AudioTrack[];
  /** The seconds of sound that couldn't be decoded, and all in the file; left out where all could. */
  lostSound?: { seconds: number; ofSeconds: number };
  /** The passages with speech and no word, in order of time; left out where there are none, and of records of earlier versions. */
  notUnderstood?: Span[];
  /** The speech of the note `language-doubtful`, in order; left out without it. */
  languageDoubtful?: Span[];
  /** The passages that were recognized again alone, in order of time; left out where there are none. All else is of the rest. */
  passages?: Array<Span & Pick<RecognitionRecord, 'engineId' | 'model' | 'language'>>;
}
