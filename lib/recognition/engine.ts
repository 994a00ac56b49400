import type { Piece } from '#lib/recognition/pieces/piece';

/*
 * An engine turns a piece of a recording into timed words. It declares its capabilities, so that a submission that asks
 * for more is refused with a reason. `engines.ts` lists all engines. The job's record (`record.ts`) names the one that
 * ran; outside this folder, only displayed text depends on it.
 */

/** The capabilities of an engine, as `GET /v1/engines` shows them. */
export interface Capabilities {
  /** `timed` if the engine times each word, `spread` if words are spread over the piece. */
  words: 'timed' | 'spread';
  /** True if the engine returns each word's probability. */
  confidence: boolean;
  /** True if words and phrases can be made more likely. */
  vocabulary: boolean;
  /** The maximum length of a vocabulary (see `vocabularyBytes`); left out if the engine accepts the overall maximum. */
  maxVocabularyBytes?: number;
  /** The supported languages as BCP 47 tags (`en`, `pt-BR`); undefined if unknown. */
  languages: readonly string[] | undefined;
  /** True if it detects the language when none is given. */
  detectsLanguage: boolean;
  /** True if the language can't be set although it knows several. */
  ignoresLanguage?: boolean;
  /** True if it can translate other languages into English. */
  translates?: boolean;
  punctuated: boolean;
  maxPieceSeconds: number;
}

/** An engine that is currently usable, with one model. */
export interface EngineDescription {
  /** The name in a submission: `pocketsphinx`, `openai`, or `sherpa:` and the name of an installed model. */
  id: string;
  /** Its key in `engines.ts`. */
  engine: string;
  model: string;
  /** The version of the program that runs the model. */
  version: string;
  capabilities: Capabilities;
}

export interface PieceOptions {
  /** The spoken language as one of the engine's BCP 47 tags; undefined to let the engine detect it. */
  language: string | undefined;
  /** True to translate into English. Only for engines that translate. */
  translate?: boolean;
  /** Words and phrases to make more likely; empty if the engine can't use them. */
  vocabulary: readonly string[];
}

/** A recognized word. Times are whole milliseconds from the start of the recording, within the piece and in order. */
export interface RecognizedWord {
  text: string;
  startMs: number;
  endMs: number;
  /** 0 to 1, if the engine provides it. */
  confidence?: number;
  /** The white space that the engine wrote before it; see `MachineWord`. */
  gap?: string;
}

export interface PieceTranscript {
  words: RecognizedWord[];
  /** The detected spoken language as a BCP 47 tag, which is the language of the words unless they are a translation. */
  language?: string;
  /** The timing of these words, if it differs from the engine's capabilities. */
  timing?: Capabilities['words'];
}

/** A way to turn audio into words, shared by all recordings of a process. */
export interface Engine {
  readonly description: EngineDescription;
  /** The timing of translated words, if it may differ from that of other words. */
  readonly translatedWords?: Capabilities['words'];
  /** The number of pieces it takes concurrently. More would only wait. */
  readonly parallel: number;
  /** `short` for an engine that makes fewer errors in pieces of a few seconds; left out if context helps. */
  readonly cuts?: 'short';
  /** Recognizes a piece of PCM. Throws an `EngineFailure` after its own retries, or the signal's reason. */
  recognize(
    pcmPath: string,
    piece: Pick<Piece, 'startMs' | 'endMs'>,
    options: PieceOptions,
    signal: AbortSignal,
  ): Promise<PieceTranscript>;
  /** Ends all work of the engine and rejects its pieces. */
  close(): Promise<void>;
}

/** An engine failed: its process died twice, or its server refused. The message is for the log. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
}
