import * as texts from '#messages/editor/requests';
import { problem } from '#app/editor/problem';
import { readText } from '#lib/api/body/read-body';
import { Refusal } from '#lib/refusal';

const maxBytes = 8 * 1024 * 1024;

/** The JSON that a request carries, or the answer that refuses it. */
export async function readJson(request: Request): Promise<{ sent: unknown } | Response> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) return problem(415, texts.notJson());
  const text = await readText(request, { maxBytes });
  try {
    return { sent: JSON.parse(text) as unknown };
  } catch {
    return problem(400, texts.invalidJson());
  }
}

/** The revision that a request to change the transcript builds on, or the answer that refuses it. */
export function readIfMatch(request: Request): { base: number } | Response {
  const value = request.headers.get('if-match');
  if (value === null) return problem(428, texts.missingIfMatch());
  const number = /^"(\d{1,9})"$/.exec(value.trim())?.[1];
  return number === undefined ? problem(400, texts.invalidIfMatch()) : { base: Number(number) };
}

/** Which save this is and of which tab, where the request says so; or the answer that refuses it. */
export function readSaver(
  request: Request,
): { idempotencyKey: string | undefined; client: string | undefined } | Response {
  const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,200}$/.test(idempotencyKey)) {
    return problem(400, texts.invalidIdempotencyKey());
  }
  const client = request.headers.get('longhand-client') ?? '';
  return { idempotencyKey, client: /^[\w-]{1,64}$/.test(client) ? client : undefined };
}

/** Parses a revision's number in a URL; refuses anything else. */
export function readNumber(text: string | null | undefined): number {
  if (!isNumber(text)) {
    throw new Refusal({ kind: 'invalid-parameters', parameters: { revision: [texts.invalidRevision()] } });
  }
  return Number(text);
}

/** Parses the number of the first machine word that is wanted, 0 if there is none; refuses anything else. */
export function readFrom(text: string | null): number {
  if (text === null) return 0;
  if (!isNumber(text)) {
    throw new Refusal({ kind: 'invalid-parameters', parameters: { from: [texts.invalidFrom()] } });
  }
  return Number(text);
}

const isNumber = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && /^\d{1,9}$/.test(text);

/** True if the client already has the version with this ETag. */
export function hasAlready(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match') ?? '';
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
