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
  /** The timeout for the start of a response, in milliseconds; uploads have none. */
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
  /** Called before each retry; false if the body can't be sent again. */
  canRepeat?: () => boolean;
  /** True if a retry's error means that an earlier attempt succeeded. */
  isDone?: (error: ApiError) => boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request with retries. Returns a 2xx response; throws `ApiError`, `ConnectionError` or the signal's reason.
 */
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

/** One attempt. Returns a 2xx response or a retryable error; throws permanent errors. */
async function tryOnce(
  connection: Connection,
  { method, path, headers, body, send, signal }: ApiRequest,
): Promise<Response | ApiError | ConnectionError> {
  const url = `${connection.baseUrl}/v1${path}`;
  const allHeaders = { authorization: `Bearer ${connection.apiKey}`, ...headers };
  // The timeout ends at the start of the response: a document may take long to transfer.
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

/** Reading the source failed. Not a connection error, so there is no retry. */
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

/** Aborts with the first of these signals. */
export function anySignal(first: AbortSignal, second: AbortSignal | undefined): AbortSignal {
  return second === undefined ? first : AbortSignal.any([first, second]);
}
