import type { Piece } from '#lib/recognition/pieces/piece';

/*
 * An engine turns a piece of a recording into timed words. It declares what it can, so that a submission which asks
 * for more is refused by name instead of being served with less. All engines are listed in `engines.ts`. Which
 * one ran is in the job's record (`record.ts`): outside this folder, only what people read depends on it.
 */

/** The capabilities of an engine, as `GET /v1/engines` shows them. */
export interface Capabilities {
  /** `timed` if the engine times each word itself, `spread` if its words are spread over the piece. */
  words: 'timed' | 'spread';
  /** True if each word comes with the engine's own probability that it is right. */
  confidence: boolean;
  /** True if words and phrases can be made more likely. */
  vocabulary: boolean;
  /** The longest vocabulary (see `vocabularyBytes`); left out where the engine takes as much as anyone may give. */
  maxVocabularyBytes?: number;
  /** The languages it understands as BCP 47 tags (`en`, `pt-BR`); undefined when it does not say. */
  languages: readonly string[] | undefined;
  /** True if it finds the language out when none is named. */
  detectsLanguage: boolean;
  /** True if the language can't be set and it knows more than one; left out of others. */
  ignoresLanguage?: boolean;
  /** True if it can write in English what is spoken in another language; left out where it can't. */
  translates?: boolean;
  punctuated: boolean;
  maxPieceSeconds: number;
}

/** One engine that can be used now, with one model. */
export interface EngineDescription {
  /** The name in a submission: `pocketsphinx`, `openai`, or `sherpa:` and the name of an installed model. */
  id: string;
  /** Its kind, as `engines.ts` names it. */
  engine: string;
  model: string;
  /** The version of the program that runs the model. */
  version: string;
  capabilities: Capabilities;
}

export interface PieceOptions {
  /** The spoken language: a BCP 47 tag, one of the engine's; undefined when the engine may find out. */
  language: string | undefined;
  /** True if the words are to be English, whatever is spoken; only of an engine that translates. */
  translate?: boolean;
  /** Words and phrases that are likely; empty where the engine has no use for them. */
  vocabulary: readonly string[];
}

/** One word heard. Times are whole milliseconds from the start of the recording, inside the piece, in order. */
export interface RecognizedWord {
  text: string;
  startMs: number;
  endMs: number;
  /** 0 to 1; left out where the engine has none. */
  confidence?: number;
  /** The white space that the engine wrote before it; see `MachineWord`. */
  gap?: string;
}

export interface PieceTranscript {
  words: RecognizedWord[];
  /** The language that is spoken as BCP 47 tag, where the engine tells: that of the words, unless they are a translation. */
  language?: string;
  /** The timing of these words, where it isn't always as the engine's capabilities say. */
  timing?: Capabilities['words'];
}

/** One way of turning audio into words, shared by all recordings of a process. */
export interface Engine {
  readonly description: EngineDescription;
  /** The timing of the words of translations, where that may differ from its other words. */
  readonly translatedWords?: Capabilities['words'];
  /** The number of pieces that it takes at a time; more would only wait. */
  readonly parallel: number;
  /** `short` for an engine that errs less in pieces of a few seconds; left out for those that profit from context. */
  readonly cuts?: 'short';
  /** The words of one piece of PCM. Throws an `EngineFailure` after its own retries, or the signal's reason. */
  recognize(
    pcmPath: string,
    piece: Pick<Piece, 'startMs' | 'endMs'>,
    options: PieceOptions,
    signal: AbortSignal,
  ): Promise<PieceTranscript>;
  /** Ends all work of the engine; its pieces are rejected. */
  close(): Promise<void>;
}

/** An engine that could not do its work: its process died twice, its server refused. The message is for the log. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
}
