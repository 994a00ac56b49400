import { problemTypes } from './contract.ts';
import { readRetryAfter } from './retry.ts';

/** The last segment of a problem's `type`. */
export type ProblemType = (typeof problemTypes)[number];

/** A problem document (RFC 9457) as the API sends it; each type has members of its own. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  [member: string]: unknown;
}

/** The server refused a request or failed at it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The status of the answer. */
  readonly status: number;
  /** The type of the problem by the last segment of its address; undefined without one, as with a 401 and a 500. */
  readonly type: ProblemType | undefined;
  /** The title of this type of problem. */
  readonly title: string;
  /** Explains what is wrong with this particular request. */
  readonly detail: string;
  /** The ID under which the server's log has the request; undefined where the answer has none. */
  readonly requestId: string | undefined;
  /** The wait that the server asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The whole document, with the members of its type; undefined where the answer is none. */
  readonly problem: Problem | undefined;

  constructor(response: Pick<Response, 'status' | 'statusText' | 'headers'>, body: string) {
    const document = readDocument(body);
    const title = toText(document['title']) ?? response.statusText;
    const detail = toText(document['detail']) ?? toText(document['message']) ?? body.trim().slice(0, 200);
    super(detail === '' ? `${response.status} ${title}` : `${response.status}: ${detail}`);
    this.status = response.status;
    this.title = title;
    this.detail = detail;
    this.problem = typeof document['type'] === 'string' ? (document as unknown as Problem) : undefined;
    this.type = readType(document['type']);
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    this.retryAfterMs = readRetryAfter(response.headers.get('retry-after'));
  }
}

/** The server could not be reached, or the connection broke. `cause` is what the platform said. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** A job had not ended in the time given to `waitFor`. */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';
}

/** A callback that was not signed with the secret, or too long ago. */
export class CallbackVerificationError extends Error {
  override readonly name = 'CallbackVerificationError';
}

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function readDocument(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function readType(type: unknown): ProblemType | undefined {
  const last = String(type).split('/').at(-1);
  return problemTypes.find((known) => known === last);
}
