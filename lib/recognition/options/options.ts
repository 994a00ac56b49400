import { z } from 'zod';
import type { Capabilities } from '#lib/recognition/engine';
import { parseEntry } from '#lib/transcript/vocabulary/parse-entry';

/* A submission's recognition options, all optional: the default engine decides the rest. */

/** The maximum number of entries per submission or account. */
export const maxVocabulary = 500;
export const maxPhrase = 100;
export const maxSpeakers = 20;

/** `off`, automatic, or exactly this many speakers. */
export type SpeakersOption = 'off' | 'auto' | number;

/** The highest audio track number that can be requested. */
export const maxAudioTrack = 64;

/** The audio tracks to recognize: those with speech, all, or these, counted from 1 in order. */
export type AudioTracksOption = 'auto' | 'all' | number[];

/** The choices of a submission. Others are left out. */
export interface RecognitionOptions {
  /** A canonical BCP 47 tag, or `auto` to detect it. */
  language?: string | undefined;
  speakers?: SpeakersOption | undefined;
  /** Words and phrases for this submission only. */
  vocabulary?: string[] | undefined;
  /** An engine's ID, as listed by `GET /v1/engines`. */
  engine?: string | undefined;
  audioTracks?: AudioTracksOption | undefined;
  /** True to translate into English. Only dialects offer it, our own API doesn't. */
  translate?: boolean | undefined;
}

/** A vocabulary entry (see `parseEntry`) with normalized spaces. */
export const phrase = z
  .string()
  .transform((text) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
  .refine((text) => text !== '', { error: 'A phrase must not be empty.' })
  .refine((text) => Array.from(text).length <= maxPhrase, {
    error: `A phrase is limited to ${maxPhrase} characters.`,
  })
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), { error: 'A phrase contains an invalid character.' });

/**
 * Returns a vocabulary's length for engines that take one text: bytes of UTF-8, phrases separated by comma and space.
 */
export function vocabularyBytes(entries: readonly string[]): number {
  return new TextEncoder().encode(entries.map(toPhrase).join(', ')).length;
}

const toPhrase = (entry: string): string => parseEntry(entry).phrase;

/** A vocabulary: unique entries in the given order. */
export const vocabulary = z
  .array(phrase)
  .max(maxVocabulary, `A vocabulary is limited to ${maxVocabulary} phrases.`)
  .transform((phrases) => [...new Set(phrases)]);

/** Returns the unique phrases of as many first entries as an engine can use, in order; empty if it can't use any. */
export function fitVocabulary(
  entries: readonly string[],
  { vocabulary, maxVocabularyBytes = Infinity }: Pick<Capabilities, 'vocabulary' | 'maxVocabularyBytes'>,
): string[] {
  if (!vocabulary) return [];
  const fitting = [...new Set(entries.map(toPhrase))].slice(0, maxVocabulary);
  while (vocabularyBytes(fitting) > maxVocabularyBytes) fitting.pop();
  return fitting;
}
