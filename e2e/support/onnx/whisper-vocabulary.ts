import { audibleHertz, type AudibleHertz } from '#e2e/support/onnx/recognize-tones';
import type { Value } from '#e2e/support/onnx/onnx-model';

/** The token that a tone yields, with the blank before it, and its language. */
export interface WhisperToken {
  hertz: AudibleHertz;
  token: string;
  language: 'en' | 'de';
  /** The token for the tone in a translation, another token of the model; left out if it is the same. */
  english?: string;
}

export const languages = ['en', 'de'] as const;
export const special = [
  'end',
  'start',
  ...languages,
  'translate',
  'transcribe',
  'no-speech',
  'no-timestamps',
] as const;
type Special = (typeof special)[number];

/** Tokens and their ids, in Whisper's order: text, then special tokens, then those for times, 20 ms each. */
export interface WhisperVocabulary {
  tokens: WhisperToken[];
  size: number;
  firstTime: number;
  id: (name: Special) => number;
}

/** Enough times for pieces of three seconds. */
const timeTokens = 151;

/** Assigns ids to a model's tokens. */
export function numberTokens(tokens: WhisperToken[]): WhisperVocabulary {
  const firstTime = tokens.length + special.length;
  return {
    tokens,
    size: firstTime + timeTokens,
    firstTime,
    id: (name) => tokens.length + special.indexOf(name),
  };
}

export const textContext = 64;
/** Size of the state by which a frame and a token are compared: a column for each tone, and one for silence. */
export const stateSize = audibleHertz.length + 1;
export const silenceColumn = audibleHertz.length;

/** Returns a row of numbers, 0 where none is given. */
export function row(size: number, values: Record<number, number>): number[] {
  return Array.from({ length: size }, (_, index) => values[index] ?? 0);
}

/** Returns an output of the encoder for the decoder, which gets two. */
export function cross(name: string): Value {
  return { name, type: 'float', shape: [1, 'batch', 'frames', stateSize] };
}
