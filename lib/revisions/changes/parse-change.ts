import { generateKeyBetween } from 'fractional-indexing';
import { z } from 'zod';
import type { EditChange } from '#lib/transcript/edit';
import { Refusal, type FaultyParameters } from '#lib/refusal';

/** The most monologues that an edit, and so a change of it, may have. */
export const maxMonologues = 20_000;
const maxCharacters = 200_000;
const maxSpeakers = 1000;
const maxFaults = 10;

/** Lone halves of surrogate pairs and control characters, line breaks among them: a monologue is one paragraph. */
const unfit = /[\p{Cc}\p{Cs}]/u;

const text = (longest: number) =>
  z
    .string()
    .min(1, 'A text may not be empty.')
    .max(longest, `A text may have ${longest} characters at most.`)
    .refine((value) => !unfit.test(value), 'A text may hold no control characters and no halves of others.');

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'An id has 1 to 64 letters, digits, - or _.');
const count = z
  .int('A whole number is needed.')
  .min(0, 'A number may not be below 0.')
  .max(2 ** 31 - 1);

const place = z
  .string()
  .max(1000, 'A place may have 1000 characters at most.')
  .refine(isPlace, 'A place is a key of fractional indexing.');

const piece = z.union([
  z.strictObject({ text: text(maxCharacters) }),
  z.strictObject({ tag: text(100), note: text(10_000).exactOptional() }),
]);

const monologue = z
  .strictObject({
    id,
    place,
    speaker: count,
    from: count,
    to: count,
    startMs: count.exactOptional(),
    content: z.array(piece),
  })
  .refine(({ from, to }) => from <= to, 'A range of words may not end before it begins.')
  .refine(
    ({ content }) =>
      content.reduce((sum, piece) => sum + ('text' in piece ? piece.text : piece.tag).length, 0) <=
      maxCharacters,
    `A monologue may have ${maxCharacters} characters at most.`,
  );

const speaker = z.strictObject({
  id: count,
  name: text(200).refine((name) => name.trim() !== '', 'A speaker needs a name.'),
  colour: z.int().min(0).max(9, 'A colour is a number from 0 to 9.').exactOptional(),
});

const ids = (things: ReadonlyArray<{ id: string | number }>) => new Set(things.map(({ id }) => id));

const change = z
  .strictObject({
    put: z.array(monologue).max(maxMonologues, `There may be ${maxMonologues} monologues at most.`),
    remove: z.array(id).max(maxMonologues, `There may be ${maxMonologues} monologues at most.`),
    speakers: z
      .array(speaker)
      .min(1, 'There must be a speaker.')
      .max(maxSpeakers, `There may be ${maxSpeakers} speakers at most.`)
      .refine((speakers) => ids(speakers).size === speakers.length, 'Two speakers have the same id.')
      .exactOptional(),
  })
  .refine(({ put }) => ids(put).size === put.length, 'Two monologues have the same id.')
  .refine(({ put, remove }) => {
    const written = ids(put);
    return !remove.some((gone) => written.has(gone));
  }, 'A monologue is both put and removed.');

/**
 * A change as a client sent it, checked in itself: shapes, sizes, ids, places, and texts without control characters
 * or halves of characters. Refuses `invalid-parameters`, naming each fault by its place, the first ten at most.
 */
export function parseChange(sent: unknown): EditChange {
  const parsed = change.safeParse(sent);
  if (parsed.success) return parsed.data;
  const parameters: FaultyParameters = {};
  for (const { path, message } of parsed.error.issues.slice(0, maxFaults)) {
    (parameters[path.join('.') || 'change'] ??= []).push(message);
  }
  throw new Refusal({ kind: 'invalid-parameters', parameters });
}

function isPlace(key: string): boolean {
  try {
    generateKeyBetween(key, null);
    return true;
  } catch {
    return false;
  }
}
