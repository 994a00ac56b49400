import type { z } from 'zod';
import * as texts from '#messages/editor/requests';
import { problem } from '#app/editor/problem';
import { readText } from '#lib/api/body/read-body';
import { readSentChange, type SentChange } from '#lib/revisions/changes/prepare-change';
import { Refusal } from '#lib/refusal';
import { runInThread } from '#lib/threads/run-in-thread';
import type { AuthorizedRequest } from '#app/editor/with-access';
import { toOwner } from '#app/editor/versions';

/* Readers of request parts. Each throws the response that refuses it. */

const maxBytes = 8 * 1024 * 1024;
/** Below this size, passing a change to a thread costs more than parsing it. */
const smallJson = 64 * 1024;

/** Parses the body as JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readJsonText(request);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw problem(400, texts.invalidJson());
  }
}

async function readJsonText(request: Request): Promise<string> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw problem(415, texts.notJson());
  return readText(request, { maxBytes });
}

/** Reads a change from the body or one of its members, and the rest of the body. Large ones are parsed in a thread. */
export async function readChange(
  authorized: AuthorizedRequest,
  member?: string,
): Promise<Extract<SentChange, { kind: 'change' }>> {
  const json = await readJsonText(authorized.request);
  const sent = { json, member };
  const read =
    json.length > smallJson
      ? await runInThread('read-sent-change', () => sent, toOwner(authorized))
      : await readSentChange(sent);
  if (read.kind === 'no-json') throw problem(400, texts.invalidJson());
  if (read.kind === 'change') return read;
  throw new Refusal({ kind: 'invalid-parameters', parameters: read.parameters });
}

/** Parses a value by a schema; `detail` is the message of its refusal. */
export function readShape<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
  detail: () => string,
): z.output<Shape> {
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw problem(400, detail());
  return parsed.data;
}

/** Reads the base revision of a save, its key, and its tab, if given. */
export function readSave({ headers }: Request): {
  base: number;
  idempotencyKey: string | undefined;
  client: string | undefined;
} {
  const match = headers.get('if-match');
  if (match === null) throw problem(428, texts.missingIfMatch());
  const base = /^"(\d{1,9})"$/.exec(match.trim())?.[1];
  if (base === undefined) throw problem(400, texts.invalidIfMatch());
  const idempotencyKey = headers.get('idempotency-key') ?? undefined;
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,200}$/.test(idempotencyKey)) {
    throw problem(400, texts.invalidIdempotencyKey());
  }
  const client = headers.get('longhand-client') ?? '';
  return {
    base: Number(base),
    idempotencyKey,
    client: /^[\w-]{1,64}$/.test(client) ? client : undefined,
  };
}

/** Parses a revision number in a URL. */
export function readNumber(text: string | null | undefined): number {
  if (text != null && isNumber(text)) return Number(text);
  throw new Refusal({ kind: 'invalid-parameters', parameters: { revision: [texts.invalidRevision()] } });
}

/** Parses the index of the first requested machine word; 0 if missing. */
export function readFrom(text: string | null): number {
  if (text === null || isNumber(text)) return Number(text);
  throw new Refusal({ kind: 'invalid-parameters', parameters: { from: [texts.invalidFrom()] } });
}

const isNumber = (text: string): boolean => /^\d{1,9}$/.test(text);

/** True if the client already has the version with this ETag. */
export function hasAlready(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match') ?? '';
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
