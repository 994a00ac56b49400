/** Why a request about the open transcript failed. */
export interface RequestError {
  /** `closed`: the server says that access has ended; `refused`: the request is at fault. */
  kind: 'unreachable' | 'signed-out' | 'closed' | 'refused';
  /** The server's explanation, in the reader's language. */
  reason?: string;
}

/** The result of a request. */
export type RequestResult<Value> = { value: Value } | { error: RequestError };

/** Sends requests about one open transcript, under the person's name. Its methods never reject. */
export interface EditorClient {
  /** The base path of the transcript's data, such as `/editor/data/<job>`. */
  readonly address: string;
  /** Sends a request below the address. Statuses in `expected` resolve to a value, not an error. */
  request(path: string, init?: RequestInit, expected?: readonly number[]): Promise<RequestResult<Response>>;
  /** Like `request`, for a JSON body. */
  requestJson<Value>(path: string, init?: RequestInit): Promise<RequestResult<Value>>;
  /** Stops sending: every later request resolves to this error. */
  close(error: RequestError): void;
}

/** Creates the client of the transcript whose data is at `address`. `guestName` is a guest's own name. */
export function createEditorClient(
  address: string,
  guestName: () => string | undefined = () => undefined,
): EditorClient {
  let closed: RequestError | undefined;
  const request: EditorClient['request'] = async (path, init = {}, expected = []) => {
    if (closed !== undefined) return { error: closed };
    try {
      const headers = { ...nameHeader(guestName()), ...(init.headers as Record<string, string>) };
      const response = await fetch(`${address}/${path}`, { ...init, headers });
      if (response.ok || expected.includes(response.status)) return { value: response };
      return { error: await toError(response) };
    } catch {
      return { error: { kind: 'unreachable' } };
    }
  };
  return {
    address,
    request,
    close: (error) => (closed ??= error),
    async requestJson<Value>(path: string, init: RequestInit = {}) {
      const result = await request(path, { headers: { accept: 'application/json' }, ...init });
      return 'error' in result ? result : readJson<Value>(result.value);
    },
  };
}

/** Parses a JSON body. One that is cut off or not JSON, as from a proxy, counts as unreachable. */
export async function readJson<Value>(response: Response): Promise<RequestResult<Value>> {
  try {
    return { value: (await response.json()) as Value };
  } catch {
    return { error: { kind: 'unreachable' } };
  }
}

function nameHeader(name: string | undefined): Record<string, string> {
  return name === undefined ? {} : { 'Longhand-Name': encodeURIComponent(name) };
}

async function toError(response: Response): Promise<RequestError> {
  const problem = await readProblem(response);
  const reason = problem?.detail;
  return { kind: toKind(response.status, problem !== undefined), ...(reason !== undefined && { reason }) };
}

/** The problem that Longhand answered with, or undefined if something else answered. */
async function readProblem(response: Response): Promise<{ detail?: string } | undefined> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json') !== true) return undefined;
  const problem = await readJson<{ status?: number; detail?: string } | null>(response);
  return 'value' in problem && problem.value?.status === response.status ? problem.value : undefined;
}

function toKind(status: number, isOwn: boolean): RequestError['kind'] {
  if (status === 401) return 'signed-out';
  // A 403 or 404 from a proxy or firewall doesn't mean that access has ended.
  if (status === 403 || status === 404) return isOwn ? 'closed' : 'unreachable';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unreachable';
}
