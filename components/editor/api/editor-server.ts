import type { Edit, EditChange } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import { loadWords } from './load-words';
import { readJson, type EditorClient, type RequestError, type RequestResult } from './editor-client';

/** The result of a save. */
export type SaveResult =
  | { kind: 'saved'; revision: number }
  | { kind: 'behind'; revision: number; change: EditChange }
  | RequestError;

/** A save that can be retried: the server applies it once per key. */
export interface PendingSave {
  key: string;
  client: string;
  /** The revision that it changes. */
  revision: number;
  change: EditChange;
}

/** The change that leads from an earlier revision to `revision`. */
export interface RevisionChange {
  revision: number;
  change: EditChange;
}

/** The server's side of saving a transcript. */
export interface EditorServer {
  save(pendingSave: PendingSave): Promise<SaveResult>;
  changesSince(revision: number): Promise<RequestResult<RevisionChange>>;
  /** Reads a whole revision; undefined if the server no longer has it. */
  read(revision: number): Promise<RequestResult<Edit | undefined>>;
  /** Loads the machine words from an index on. */
  words(from: number): Promise<RequestResult<MachineWord[]>>;
}

/** The body size up to which `keepalive` is used. The Fetch standard allows 64 KiB. */
const maxKeepaliveBytes = 60_000;

const timeoutMs = 30_000;

/** Creates the `EditorServer` that calls the server's routes. */
export function createEditorServer(api: EditorClient): EditorServer {
  const get = (path: string, expected: readonly number[] = []): Promise<RequestResult<Response>> =>
    api.request(path, { signal: AbortSignal.timeout(timeoutMs) }, expected);
  return {
    async save({ key, client, revision, change }) {
      const body = JSON.stringify(change);
      const init = {
        method: 'PATCH',
        body,
        signal: AbortSignal.timeout(timeoutMs),
        keepalive: new TextEncoder().encode(body).length <= maxKeepaliveBytes,
        headers: {
          'Content-Type': 'application/json',
          'If-Match': `"${revision}"`,
          'Idempotency-Key': key,
          'Longhand-Client': client,
        },
      };
      const result = await api.request('edit', init, [412]);
      if ('error' in result) return result.error;
      const saved = await readJson<RevisionChange>(result.value);
      if ('error' in saved) return saved.error;
      return result.value.ok
        ? { kind: 'saved', revision: saved.value.revision }
        : { kind: 'behind', revision: saved.value.revision, change: saved.value.change };
    },
    async changesSince(revision) {
      const result = await get(`changes?since=${revision}`);
      return 'error' in result ? toRetry(result) : readJson(result.value);
    },
    async read(revision) {
      const result = await get(`revisions/${revision}`, [409]);
      if ('error' in result) return toRetry(result);
      return result.value.ok ? readJson(result.value) : { value: undefined };
    },
    async words(from) {
      const result = await loadWords(api, from, AbortSignal.timeout(timeoutMs));
      return 'error' in result ? toRetry(result) : result;
    },
  };
}

/** These requests are never at fault, so a refused one is retried later. */
function toRetry({ error }: { error: RequestError }): { error: RequestError } {
  return { error: error.kind === 'refused' ? { ...error, kind: 'unreachable' } : error };
}
