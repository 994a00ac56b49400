import type { WordTiming } from '#lib/recognition/alignment/aligner';
import type { SpeakersOption } from '#lib/recognition/options/options';
import type { AudioTrack } from '#lib/recognition/tracks/audio-track';
import type { Span } from '#lib/recognition/pieces/piece';

/** Notes on a transcript, about anything that its reader might not expect. */
export type RecognitionNote =
  /** Speakers could not be separated: the transcript has one. */
  | 'speakers-failed'
  /** The transcript could not be punctuated. */
  | 'punctuation-failed'
  /** The text was submitted with the recording: the engine only timed it. */
  | 'text-given'
  /** Words that were repeated, or recognized in silence, were removed. */
  | 'words-removed'
  /** Some of the sound in the file couldn't be decoded: see `lostSound`. */
  | 'sound-lost'
  /** Some passages have speech but no words: see `notUnderstood`. */
  | 'speech-not-understood'
  /** Some of the speech doesn't seem to be in the language of the words: see `languageDoubtful`. */
  | 'language-doubtful';

/** The record of a job's recognition: kept with the job, shown to its owner. */
export interface RecognitionRecord {
  /** See `EngineDescription.id`. */
  engineId: string;
  engine: string;
  model: string;
  version: string;
  /** The transcript's language as a BCP 47 tag: given, detected, or guessed from its words; null if uncertain. */
  language: string | null;
  /** The spoken language of a translation into English, determined likewise; left out otherwise. */
  translatedFrom?: string | null;
  /** The options in force, with all defaults filled in. */
  options: { language: string; speakers: SpeakersOption; vocabulary: number };
  /** The origin of words' times: `timed` by the engine, `aligned` with the sound, estimated (`spread`), or `mixed`. */
  words: WordTiming | 'mixed';
  /** The model that rated the words' confidence; left out if the engine did, or if there is none. */
  secondOpinion?: string;
  /** The method that separated speakers: none, the channels of the recording, or voices. */
  speakersBy: 'none' | 'channel' | 'voice';
  /** Seconds of the recording per second of work; null until measured. */
  speed: number | null;
  notes: RecognitionNote[];
  /**
   * The audio tracks of the media; left out if there is one and all of it was used, and in records of earlier versions.
   */
  tracks?: AudioTrack[];
  /** The seconds of sound that couldn't be decoded, and of all sound in the file; left out if none were lost. */
  lostSound?: { seconds: number; ofSeconds: number };
  /**
   * The passages with speech but no words, in order of time; left out if there are none, and in records of earlier
   * versions.
   */
  notUnderstood?: Span[];
  /** The passages of the note `language-doubtful`, in order; left out without it. */
  languageDoubtful?: Span[];
  /**
   * The passages that were recognized again separately, in order of time; left out if there are none. All other fields
   * describe the rest.
   */
  passages?: Array<Span & Pick<RecognitionRecord, 'engineId' | 'model' | 'language'>>;
}
