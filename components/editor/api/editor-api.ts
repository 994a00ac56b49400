import type { Edit, EditChange } from '#lib/transcript/edit';

/** Why there is no answer of the kind that was asked for. */
export type RequestFailure =
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }
  | { kind: 'closed'; reason: string | undefined };

/** What came of a save. */
export type SaveResult =
  | { kind: 'saved'; revision: number }
  | { kind: 'behind'; revision: number; change: EditChange }
  | { kind: 'refused'; reason: string }
  | RequestFailure;

/** A save, the same as often as it is sent: the server makes it once. */
export interface PendingSave {
  key: string;
  client: string;
  /** The revision that it changes. */
  revision: number;
  change: EditChange;
}

/** What was changed since a revision, up to another. */
export interface RevisionChange {
  revision: number;
  change: EditChange;
}

/** The server's side of a transcript. */
export interface EditorServer {
  save(pendingSave: PendingSave): Promise<SaveResult>;
  changesSince(revision: number): Promise<({ kind: 'changes' } & RevisionChange) | RequestFailure>;
  /** A whole revision; undefined when it is not kept any more. */
  read(revision: number): Promise<{ kind: 'edit'; edit: Edit | undefined } | RequestFailure>;
}

/** The browser sends so many bytes even when the page is gone (the Fetch standard ends at 64 KiB). */
const maxKeepaliveBytes = 60_000;

const timeoutMs = 30_000;

/** The server's routes below `address`; `name` is a guest's own. */
export function createEditorServer(address: string, name: () => string | undefined): EditorServer {
  const request = async (path: string, init: RequestInit = {}): Promise<Response | undefined> => {
    try {
      return await fetch(`${address}/${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    } catch {
      return undefined;
    }
  };
  return {
    async save({ key, client, revision, change }) {
      const body = JSON.stringify(change);
      const response = await request('edit', {
        method: 'PATCH',
        body,
        keepalive: new TextEncoder().encode(body).length <= maxKeepaliveBytes,
        headers: {
          'Content-Type': 'application/json',
          'If-Match': `"${revision}"`,
          'Idempotency-Key': key,
          'Longhand-Client': client,
          ...nameHeader(name()),
        },
      });
      return response === undefined ? { kind: 'unreachable' } : toSaveResult(response);
    },
    async changesSince(revision) {
      const response = await request(`changes?since=${revision}`);
      if (response?.ok !== true) return toFailure(response);
      const since = await readJson<RevisionChange>(response);
      return since === undefined ? { kind: 'unreachable' } : { kind: 'changes', ...since };
    },
    async read(revision) {
      const response = await request(`revisions/${revision}`);
      if (response?.status === 404) return { kind: 'edit', edit: undefined };
      if (response?.ok !== true) return toFailure(response);
      const edit = await readJson<Edit>(response);
      return edit === undefined ? { kind: 'unreachable' } : { kind: 'edit', edit };
    },
  };
}

/** The header that tells a guest's name. */
export function nameHeader(name: string | undefined): Record<string, string> {
  return name === undefined ? {} : { 'Longhand-Name': encodeURIComponent(name) };
}

async function toSaveResult(response: Response): Promise<SaveResult> {
  if (response.ok || response.status === 412) {
    const body = await readJson<RevisionChange>(response);
    if (body === undefined) return { kind: 'unreachable' };
    if (response.ok) return { kind: 'saved', revision: body.revision };
    return { kind: 'behind', revision: body.revision, change: body.change };
  }
  const isRefused =
    response.status >= 400 && response.status < 500 && ![401, 403, 404, 408, 429].includes(response.status);
  return isRefused ? { kind: 'refused', reason: (await readDetail(response)) ?? '' } : toFailure(response);
}

async function toFailure(response: Response | undefined): Promise<RequestFailure> {
  if (response?.status === 401) return { kind: 'signed-out' };
  if (response?.status === 403 || response?.status === 404) {
    return { kind: 'closed', reason: await readDetail(response) };
  }
  return { kind: 'unreachable' };
}

async function readDetail(response: Response): Promise<string | undefined> {
  return (await readJson<{ detail?: string }>(response))?.detail;
}

/** The body, or undefined when it breaks off or is something else, as from a proxy. */
async function readJson<T>(response: Response): Promise<T | undefined> {
  try {
    return (await response.json()) as T;
  } catch {
    return undefined;
  }
}
