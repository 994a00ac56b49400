import { methodsWith, noSuchPath, type Methods } from '#lib/api/methods';
import { serveWith, type Wording } from '#lib/api/serve';
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

/** The error format of another product's API. `Facts` is the content of an error, with its HTTP status. */
export interface Dialect<Facts extends { status: number }> extends Pick<
  Wording,
  'readKey' | 'findWithoutKey'
> {
  /** True if a request is for this dialect, by the path and query of its address. */
  isPath(url: string): boolean;
  contentType: string;
  body(facts: Facts): object;
  headers?(facts: Facts): Record<string, string>;
  refused(refusal: ApiRefusal): Facts;
  defect(detail: string): Facts;
  denied(request: Request): Facts;
  absent(absent: { status: 404 | 405; detail: string }, pathname: string): Facts;
  unreadable(refused: Unreadable): Facts;
}

/** The response that carries an error of the dialect. A request without a valid key learns how to send one. */
export function errorResponse<Facts extends { status: number }>(
  dialect: Pick<Dialect<Facts>, 'contentType' | 'body' | 'headers'>,
  facts: Facts,
): Response {
  const headers = { 'content-type': dialect.contentType, ...dialect.headers?.(facts) };
  const challenge = facts.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return Response.json(dialect.body(facts), { status: facts.status, headers: { ...headers, ...challenge } });
}

/** Tools for the route files of a dialect: its binder, its exports with 405 for missing verbs, and those of unknown paths. */
export function serveDialect<Facts extends { status: number }>(
  dialect: Dialect<Facts>,
): { serve: ReturnType<typeof serveWith>; methods: ReturnType<typeof methodsWith>; unknownPath: Methods } {
  const answer = (facts: Facts): Response => errorResponse(dialect, facts);
  const { readKey, findWithoutKey } = dialect;
  const serve = serveWith({
    refused: (refusal) => answer(dialect.refused(refusal)),
    defect: (detail) => answer(dialect.defect(detail)),
    declined: (error) => (error instanceof DialectError ? answer(error.facts as Facts) : undefined),
    denied: (request) => answer(dialect.denied(request)),
    ...(readKey && { readKey }),
    ...(findWithoutKey && { findWithoutKey }),
  });
  const absent: Parameters<typeof methodsWith>[0] = (given, { url }) =>
    answer(dialect.absent(given, new URL(url).pathname));
  return { serve, methods: methodsWith(absent), unknownPath: noSuchPath(absent) };
}
