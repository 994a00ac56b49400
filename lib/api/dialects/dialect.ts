import type { ValidKey } from '#lib/accounts/api-keys/verify-api-key';
import type { Db } from '#lib/db/connect';
import type { ApiRefusal } from '#lib/refusal';

/** A dialect's own error: thrown for a request that it declines itself, or for a failed job. */
export class DialectError<Facts = unknown> extends Error {
  override readonly name = 'DialectError';
  readonly facts: Facts;

  constructor(facts: Facts) {
    super(JSON.stringify(facts));
    this.facts = facts;
  }
}

/** A request with an impossible path, verb or target, which reached no operation of a dialect. */
export interface Unreadable {
  status: number;
  title: string;
  detail: string;
}

/** The errors of an API: ours, its earlier revision's or another product's. `Facts` is an error's content. */
export interface Dialect<Facts extends { status: number } = { status: number }> {
  contentType: string;
  body(facts: Facts): object;
  headers?(facts: Facts): Record<string, string>;
  refused(refusal: ApiRefusal): Facts;
  /** `detail` names the request's ID in the log. */
  defect(detail: string): Facts;
  /** The error for a request without a valid key. */
  denied(request: Request): Facts;
  /** The error for an unknown path (404) or verb (405). */
  absent(absent: { status: 404 | 405; detail: string }, pathname: string): Facts;
  unreadable(refused: Unreadable): Facts;
  /** Reads the key where it may be elsewhere than in `Authorization: Bearer`. */
  readKey?: (request: Request) => string | undefined;
  /** Returns a substitute for a missing key; undefined if the request needs one. */
  findWithoutKey?(db: Db, request: Request): Promise<ValidKey | undefined>;
}

/** Returns the response for an error of the dialect. Without a valid key, it says how to send one. */
export function errorResponse<Facts extends { status: number }>(
  dialect: Dialect<Facts>,
  facts: Facts,
): Response {
  const headers = { 'content-type': dialect.contentType, ...dialect.headers?.(facts) };
  const challenge = facts.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return Response.json(dialect.body(facts), { status: facts.status, headers: { ...headers, ...challenge } });
}
