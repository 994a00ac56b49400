import type { z } from 'zod';
import * as texts from '#messages/editor/requests';
import { problem } from '#app/editor/problem';
import { readText } from '#lib/api/body/read-body';
import { Refusal } from '#lib/refusal';

/* Readers of a request, each of which throws the answer that refuses it. */

const maxBytes = 8 * 1024 * 1024;

/** The JSON in the body. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw problem(415, texts.notJson());
  const text = await readText(request, { maxBytes });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw problem(400, texts.invalidJson());
  }
}

/** A value of this shape; `detail` says why another one is refused. */
export function readShape<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
  detail: () => string,
): z.output<Shape> {
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw problem(400, detail());
  return parsed.data;
}

/** The revision that a request to change the transcript builds on, which save this is, and of which tab, if it says so. */
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

/** The number of a revision in a URL. */
export function readNumber(text: string | null | undefined): number {
  if (text != null && isNumber(text)) return Number(text);
  throw new Refusal({ kind: 'invalid-parameters', parameters: { revision: [texts.invalidRevision()] } });
}

/** The number of the first machine word that is wanted, 0 if there is none. */
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
