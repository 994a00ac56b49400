import { z } from 'zod';
import type { Capabilities } from '#lib/recognition/engine';

/* The recognition options of a submission, all optional: without them, the default engine decides. */

/** The most words and phrases of one submission, or of an account's list. */
export const maxVocabulary = 500;
export const maxPhrase = 100;
export const maxSpeakers = 20;

/** `off`, as many speakers as are heard, or exactly so many. */
export type SpeakersOption = 'off' | 'auto' | number;

/** The highest number of an audio track that can be asked for. */
export const maxAudioTrack = 64;

/** Which audio tracks are recognized: those with speech, all, or these, counted from 1, in order. */
export type AudioTracksOption = 'auto' | 'all' | number[];

/** The choices of one submission; what was not chosen is left out. */
export interface RecognitionOptions {
  /** A BCP 47 tag in canonical form, or `auto` to have it found out. */
  language?: string | undefined;
  speakers?: SpeakersOption | undefined;
  /** Words and phrases of this submission alone. */
  vocabulary?: string[] | undefined;
  /** The id of an engine, as `GET /v1/engines` lists them. */
  engine?: string | undefined;
  audioTracks?: AudioTracksOption | undefined;
  /** True if the transcript is to be English, whatever is spoken. Only dialects ask for it, our own API can't. */
  translate?: boolean | undefined;
}

/** A word or phrase of a vocabulary, with its blanks in order. */
export const phrase = z
  .string()
  .transform((text) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
  .refine((text) => text !== '', { error: 'A phrase must not be empty.' })
  .refine((text) => Array.from(text).length <= maxPhrase, {
    error: `A phrase is limited to ${maxPhrase} characters.`,
  })
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), { error: 'A phrase contains an invalid character.' });

/** The length of a vocabulary for engines that are given it as one text: bytes of UTF-8, with a comma and a blank between phrases. */
export function vocabularyBytes(phrases: readonly string[]): number {
  return new TextEncoder().encode(phrases.join(', ')).length;
}

/** A vocabulary: phrases without repetition, in the order given. */
export const vocabulary = z
  .array(phrase)
  .max(maxVocabulary, `A vocabulary is limited to ${maxVocabulary} phrases.`)
  .transform((phrases) => [...new Set(phrases)]);

/** As many of the first phrases as an engine can use, in their order and each once; none where it has no use for them. */
export function fitVocabulary(
  phrases: readonly string[],
  { vocabulary, maxVocabularyBytes = Infinity }: Pick<Capabilities, 'vocabulary' | 'maxVocabularyBytes'>,
): string[] {
  if (!vocabulary) return [];
  const fitting = [...new Set(phrases)].slice(0, maxVocabulary);
  while (vocabularyBytes(fitting) > maxVocabularyBytes) fitting.pop();
  return fitting;
}
