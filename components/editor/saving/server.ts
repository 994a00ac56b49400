import type { Edit, EditChange } from '#lib/transcripts/edit';

/** Why there is no answer of the kind that was asked for. */
export type NoAnswer =
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }
  | { kind: 'closed'; reason: string | undefined };

/** What came of a save. */
export type SaveAnswer =
  | { kind: 'saved'; revision: number }
  | { kind: 'behind'; revision: number; change: EditChange }
  | { kind: 'refused'; reason: string }
  | NoAnswer;

/** A save, the same as often as it is sent: the server makes it once. */
export interface Flight {
  key: string;
  client: string;
  /** The revision that it changes. */
  revision: number;
  change: EditChange;
}

/** What was changed since a revision, up to another. */
export interface Since {
  revision: number;
  change: EditChange;
}

/** The server's side of a transcript. */
export interface Server {
  save(flight: Flight): Promise<SaveAnswer>;
  changesSince(revision: number): Promise<({ kind: 'changes' } & Since) | NoAnswer>;
  /** A whole revision; undefined when it is not kept any more. */
  read(revision: number): Promise<{ kind: 'edit'; edit: Edit | undefined } | NoAnswer>;
}

/** The browser sends so many bytes even when the page is gone (the Fetch standard ends at 64 KiB). */
const mostBytesWithoutPage = 60_000;

const patienceMs = 30_000;

/** The server's routes below `address`; `name` is a guest's own. */
export function serverAt(address: string, name: () => string | undefined): Server {
  const ask = async (path: string, init: RequestInit = {}): Promise<Response | undefined> => {
    try {
      return await fetch(`${address}/${path}`, { ...init, signal: AbortSignal.timeout(patienceMs) });
    } catch {
      return undefined;
    }
  };
  return {
    async save({ key, client, revision, change }) {
      const body = JSON.stringify(change);
      const answer = await ask('edit', {
        method: 'PATCH',
        body,
        keepalive: new TextEncoder().encode(body).length <= mostBytesWithoutPage,
        headers: {
          'Content-Type': 'application/json',
          'If-Match': `"${revision}"`,
          'Idempotency-Key': key,
          'Longhand-Client': client,
          ...nameHeader(name()),
        },
      });
      return answer === undefined ? { kind: 'unreachable' } : readSaveAnswer(answer);
    },
    async changesSince(revision) {
      const answer = await ask(`changes?since=${revision}`);
      if (answer?.ok !== true) return whyNot(answer);
      const since = await readJson<Since>(answer);
      return since === undefined ? { kind: 'unreachable' } : { kind: 'changes', ...since };
    },
    async read(revision) {
      const answer = await ask(`revisions/${revision}`);
      if (answer?.status === 404) return { kind: 'edit', edit: undefined };
      if (answer?.ok !== true) return whyNot(answer);
      const edit = await readJson<Edit>(answer);
      return edit === undefined ? { kind: 'unreachable' } : { kind: 'edit', edit };
    },
  };
}

/** The header that tells a guest's name. */
export function nameHeader(name: string | undefined): Record<string, string> {
  return name === undefined ? {} : { 'Longhand-Name': encodeURIComponent(name) };
}

async function readSaveAnswer(answer: Response): Promise<SaveAnswer> {
  if (answer.ok || answer.status === 412) {
    const told = await readJson<Since>(answer);
    if (told === undefined) return { kind: 'unreachable' };
    if (answer.ok) return { kind: 'saved', revision: told.revision };
    return { kind: 'behind', revision: told.revision, change: told.change };
  }
  const isOurs =
    answer.status >= 400 && answer.status < 500 && ![401, 403, 404, 408, 429].includes(answer.status);
  return isOurs ? { kind: 'refused', reason: (await detailOf(answer)) ?? '' } : whyNot(answer);
}

async function whyNot(answer: Response | undefined): Promise<NoAnswer> {
  if (answer?.status === 401) return { kind: 'signed-out' };
  if (answer?.status === 403 || answer?.status === 404) {
    return { kind: 'closed', reason: await detailOf(answer) };
  }
  return { kind: 'unreachable' };
}

async function detailOf(answer: Response): Promise<string | undefined> {
  return (await readJson<{ detail?: string }>(answer))?.detail;
}

/** The body, or undefined when it breaks off or is something else, as from a proxy. */
async function readJson<T>(answer: Response): Promise<T | undefined> {
  try {
    return (await answer.json()) as T;
  } catch {
    return undefined;
  }
}
