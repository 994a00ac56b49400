import { setImmediate as nextTurn } from 'node:timers/promises';
import { generateKeyBetween } from 'fractional-indexing';
import { z } from 'zod';
import {
  maxMonologueLength,
  maxMonologues,
  maxSpeakerName,
  maxSpeakers,
  maxTextLength,
  maxWords,
  toText,
  type EditChange,
} from '#lib/transcript/edit';
import { countWords } from '#lib/revisions/changes/count-words';
import { Refusal, type FaultyParameters } from '#lib/refusal';

const maxFaults = 10;
const maxFaultLength = 500;

/** Lone surrogates and control characters, including line breaks, since a monologue is one paragraph. */
const unfit = /[\p{Cc}\p{Cs}]/u;

const text = (longest: number) =>
  z
    .string()
    .min(1, 'Text must not be empty.')
    .max(longest, `Text is limited to ${longest} characters.`)
    .refine((value) => !unfit.test(value), 'Text must not contain control characters or lone surrogates.');

/** In milliseconds. After this time in a long list, the event loop gets a turn. */
const turnMs = 5;

const array = (max: number, message: string) =>
  z
    .custom<unknown[]>(Array.isArray, 'Must be an array.')
    .refine(({ length }) => length <= max, { message, abort: true });

/** Parses one item of a list into `items`, or adds its first issues. */
function readItem<Item>(
  item: z.ZodType<Item>,
  { sent, at, items }: { sent: unknown[]; at: number; items: Item[] },
  issues: z.core.$ZodRawIssue[],
): void {
  const parsed = item.safeParse(sent[at]);
  if (parsed.success) items.push(parsed.data);
  else {
    for (const { path, message } of parsed.error.issues.slice(0, maxFaults)) {
      issues.push({ code: 'custom', input: sent[at], message, path: [at, ...path] });
    }
  }
}

/** A list that stops parsing if it is too long or has too many issues, so that millions aren't described. */
const list = <Item>(item: z.ZodType<Item>, max: number, message: string) =>
  array(max, message).transform((sent, { issues }): Item[] => {
    const items: Item[] = [];
    for (let at = 0; at < sent.length && issues.length < maxFaults; at++) {
      readItem(item, { sent, at, items }, issues);
    }
    return items;
  });

/** Like `list`, but yields to the event loop, for thousands of costly items. */
const longList = <Item>(item: z.ZodType<Item>, max: number, message: string) =>
  array(max, message).transform(async (sent, { issues }): Promise<Item[]> => {
    const items: Item[] = [];
    let began = performance.now();
    for (let at = 0; at < sent.length && issues.length < maxFaults; at++) {
      readItem(item, { sent, at, items }, issues);
      if (performance.now() - began < turnMs) continue;
      await nextTurn();
      began = performance.now();
    }
    return items;
  });

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'An ID must be 1 to 64 letters, digits, - or _.');
const count = z
  .int('Must be a whole number.')
  .min(0, 'Must be 0 or more.')
  .max(2 ** 31 - 1);

const place = z
  .string()
  .max(1000, 'A place is limited to 1000 characters.')
  .refine(isPlace, 'A place must be a fractional indexing key.');

const piece = z.union([
  z.strictObject({ text: text(maxMonologueLength) }),
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
    content: list(piece, maxMonologueLength, `A monologue is limited to ${maxMonologueLength} characters.`),
  })
  .refine(({ from, to }) => from <= to, 'A range of words must not end before it begins.')
  .refine(
    ({ content }) =>
      content.reduce((sum, piece) => sum + ('text' in piece ? piece.text : piece.tag).length, 0) <=
      maxMonologueLength,
    `A monologue is limited to ${maxMonologueLength} characters.`,
  );

const speaker = z.strictObject({
  id: count,
  name: text(maxSpeakerName).refine((name) => name.trim() !== '', 'A speaker needs a name.'),
  colour: z.int().min(0).max(9, 'A color must be a number from 0 to 9.').exactOptional(),
});

const ids = (things: ReadonlyArray<{ id: string | number }>) => new Set(things.map(({ id }) => id));

const change = z
  .strictObject({
    put: longList(monologue, maxMonologues, `At most ${maxMonologues} monologues are allowed.`),
    remove: list(id, maxMonologues, `At most ${maxMonologues} monologues are allowed.`),
    speakers: list(speaker, maxSpeakers, `At most ${maxSpeakers} speakers are allowed.`)
      .refine(({ length }) => length > 0, 'At least one speaker is required.')
      .refine((speakers) => ids(speakers).size === speakers.length, 'Speaker IDs must be unique.')
      .exactOptional(),
  })
  .refine(({ put }) => ids(put).size === put.length, 'Monologue IDs must be unique.')
  .refine(({ put, remove }) => {
    const written = ids(put);
    return !remove.some((gone) => written.has(gone));
  }, "A monologue can't be both put and removed.")
  .refine(
    ({ put }) => put.reduce((sum, { content }) => sum + toText(content).length, 0) <= maxTextLength,
    `A transcript is limited to ${maxTextLength} characters.`,
  )
  .refine(({ put }) => countWords(put) <= maxWords, `A transcript is limited to ${maxWords} words.`);

/**
 * Parses and validates a client's change on its own: shapes, sizes, IDs, positions, and texts without control
 * characters or lone surrogates. Refuses `invalid-parameters` with the path of each fault, ten at most. Linear for
 * valid input, and stops after some faults.
 */
export async function parseChange(sent: unknown): Promise<EditChange> {
  const parsed = await change.safeParseAsync(sent);
  if (parsed.success) return parsed.data;
  const parameters: FaultyParameters = {};
  for (const { path, message } of parsed.error.issues.slice(0, maxFaults)) {
    (parameters[path.join('.') || 'change'] ??= []).push(message.slice(0, maxFaultLength));
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
