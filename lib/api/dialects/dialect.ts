import type { ValidKey } from '#lib/accounts/api-keys/verify-api-key';
import type { Db } from '#lib/db/connect';
import type { ApiRefusal } from '#lib/refusal';

/** An error in the words of a dialect: thrown for a request that it declines itself, or for a job that failed. */
export class DialectError<Facts = unknown> extends Error {
  override readonly name = 'DialectError';
  readonly facts: Facts;

  constructor(facts: Facts) {
    super(JSON.stringify(facts));
    this.facts = facts;
  }
}

/** A request that never reached an operation of a dialect: a path, verb or target that it can't have. */
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
  /** `detail` names the request's line in the log. */
  defect(detail: string): Facts;
  /** The error of a request without a valid key. */
  denied(request: Request): Facts;
  /** The error of a path (404) or a verb (405) that doesn't exist. */
  absent(absent: { status: 404 | 405; detail: string }, pathname: string): Facts;
  unreadable(refused: Unreadable): Facts;
  /** Reads the key where `Authorization: Bearer` is not the only way to carry it. */
  readKey?: (request: Request) => string | undefined;
  /** Stands in for the key of a request without one; undefined if the request needs a key. */
  findWithoutKey?(db: Db, request: Request): Promise<ValidKey | undefined>;
}

/** The response that carries an error of the dialect. A request without a valid key learns how to send one. */
export function errorResponse<Facts extends { status: number }>(
  dialect: Dialect<Facts>,
  facts: Facts,
): Response {
  const headers = { 'content-type': dialect.contentType, ...dialect.headers?.(facts) };
  const challenge = facts.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return Response.json(dialect.body(facts), { status: facts.status, headers: { ...headers, ...challenge } });
}
