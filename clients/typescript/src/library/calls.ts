import { operations, type OperationId } from './contract.ts';
import { ApiError } from './errors.ts';
import { readBody } from './read-body.ts';
import { sendRequest, type ApiRequest, type Connection } from './send-request.ts';

/** Options of every method. */
export interface CallOptions {
  /** Ends the request; the method then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** A call of an operation. */
export interface Call extends CallOptions {
  /** The job that it is about. */
  id?: string;
  query?: Readonly<Record<string, string | undefined>>;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  file?: Blob;
  send?: ApiRequest['send'];
  isRepeatable?: boolean;
  canRepeat?: () => boolean;
  isDone?: (error: ApiError) => boolean;
}

/** Functions that call operations of the API. */
export interface Calls {
  call: (operation: OperationId, call: Call) => Promise<Response>;
  /** The JSON that an operation answers with. */
  read: <Answer>(operation: OperationId, call: Call) => Promise<Answer>;
}

/** Calls operations of the contract over a connection. */
export function createCalls(connection: Connection): Calls {
  async function call(operation: OperationId, asked: Call): Promise<Response> {
    const { method, path } = operations[operation];
    const {
      id,
      query = {},
      headers,
      body,
      file,
      send,
      isRepeatable = true,
      canRepeat,
      isDone,
      signal,
    } = asked;
    return sendRequest(connection, {
      method,
      path: `${path.replace('{id}', () => encodeURIComponent(checkId(id, path)))}${renderQuery(query)}`,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file && { body: file }),
      ...(send && { send }),
      ...(canRepeat && { canRepeat }),
      ...(isDone && { isDone }),
      ...{ isRepeatable, signal },
    });
  }
  return {
    call,
    async read<Answer>(operation: OperationId, asked: Call) {
      const response = await call(operation, asked);
      const text = await readBody(() => response.text(), asked.signal);
      try {
        return JSON.parse(text) as Answer;
      } catch {
        // Something other than Longhand answers at this address.
        throw new ApiError(response, 'The response is not JSON. Is this the address of a Longhand server?');
      }
    },
  };
}

function checkId(id = '', path: string): string {
  if (path.includes('{id}') && !isJobId(id)) throw new TypeError(`${JSON.stringify(id)} is not a job ID.`);
  return id;
}

function renderQuery(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** True for a valid job ID. An empty one, or one of dots, would change the URL's path. */
export function isJobId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id);
}
