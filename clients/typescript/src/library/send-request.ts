import { anySignal } from './any-signal.ts';
import { ApiError, ConnectionError } from './errors.ts';
import { getDelay, isPassing, pause } from './retry.ts';

/** The server that requests go to, and the rules for sending them. */
export interface Connection {
  /** The address of the server, without `/v1`. */
  baseUrl: string;
  apiKey: string;
  fetch: typeof fetch;
  /** Number of times a request is sent again. */
  retries: number;
  /** The longest that the start of an answer is waited for, in milliseconds; uploads have no limit. */
  timeoutMs: number;
}

/** A request of the API. */
export interface ApiRequest {
  method: string;
  /** Below `/v1`, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Blob;
  /** Sends the request in another way than by fetch, for a body that can't be a text. */
  send?: (url: string, headers: Record<string, string>) => Promise<Response>;
  /** True if doing it twice is harmless. */
  isRepeatable: boolean;
  /** Asked before each repetition; false where the body can't be sent again. */
  canRepeat?: () => boolean;
  /** True if the error of a repetition means that an earlier try succeeded. */
  isDone?: (error: ApiError) => boolean;
  signal?: AbortSignal | undefined;
}

/** Sends a request with retries, and returns a 2xx answer; throws `ApiError`, `ConnectionError` or the signal's reason. */
export async function sendRequest(connection: Connection, request: ApiRequest): Promise<Response> {
  const { signal, isRepeatable, canRepeat = () => true, isDone = () => false } = request;
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    const outcome = await tryOnce(connection, request);
    if (outcome instanceof Response) return outcome;
    if (attempt > 0 && outcome instanceof ApiError && isDone(outcome))
      return new Response(null, { status: 204 });
    const isLasting = outcome instanceof ApiError ? !isPassing(outcome.status, isRepeatable) : !isRepeatable;
    const retryAfterMs = outcome instanceof ApiError ? outcome.retryAfterMs : undefined;
    const delay = getDelay(attempt, { retryAfterMs });
    if (isLasting || attempt >= connection.retries || delay === undefined || !canRepeat()) throw outcome;
    await pause(delay, signal);
  }
}

/** One try: an answer with a status of 2xx, or what may be tried again; throws whatever would be the same again. */
async function tryOnce(
  connection: Connection,
  { method, path, headers, body, send, signal }: ApiRequest,
): Promise<Response | ApiError | ConnectionError> {
  const url = `${connection.baseUrl}/v1${path}`;
  const allHeaders = { authorization: `Bearer ${connection.apiKey}`, ...headers };
  // Its clock stops with the start of the answer: a document may take long to arrive.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), connection.timeoutMs);
  try {
    const response =
      send === undefined
        ? await connection.fetch(url, {
            ...{ method, headers: allHeaders, signal: anySignal(late.signal, signal) },
            ...(body !== undefined && { body }),
          })
        : await send(url, allHeaders);
    return response.ok ? response : new ApiError(response, await response.text());
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SourceError) throw error.cause;
    return toConnectionError(error, connection, late.signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}

/** Reading what is to be sent failed: not the connection's fault, so nothing is tried again. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

function toConnectionError(error: unknown, { baseUrl, timeoutMs }: Connection, isLate: boolean) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = isLate
    ? `no response within ${timeoutMs / 1000} s`
    : cause instanceof Error
      ? cause.message || cause.name
      : String(cause);
  return new ConnectionError(`Can't reach ${baseUrl}: ${reason}`, { cause: error });
}
