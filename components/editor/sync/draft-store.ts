import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { EditChange, EditedMonologue, EditedSpeaker } from '#lib/transcript/edit';
import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import type { PendingSave } from '#components/editor/api/editor-server.ts';

/* Drafts and conflicts in IndexedDB, one draft per tab and transcript. Store and field names must match stored data. */

/** One tab's unsaved changes, with everything that another tab needs to continue. */
export interface Draft {
  jobId: string;
  client: string;
  at: number;
  /** The base of the change: its revision, and the touched monologues as of that revision. */
  revision: number;
  base: EditedMonologue[];
  baseSpeakers: EditedSpeaker[];
  change: EditChange;
  /** A save that may or may not have reached the server. */
  pendingSave: PendingSave | undefined;
}

/** Stores unsaved work on this device. */
export interface DraftStore {
  /** Writes or removes the tab's draft and adds conflicts, atomically. Deletes the drafts that it `absorbed`. */
  write(change: {
    own: { jobId: string; client: string };
    draft: Draft | undefined;
    conflicts?: readonly MergeConflict[];
    absorbed?: readonly Draft[];
  }): Promise<void>;
  /** The drafts of all tabs, oldest first. */
  read(jobId: string): Promise<Draft[]>;
  conflicts(jobId: string): Promise<MergeConflict[]>;
  removeConflict(jobId: string, id: string): Promise<void>;
  close(): void;
}

type DraftRecord = Omit<Draft, 'pendingSave'> & { flight: PendingSave | undefined };

interface DraftSchema extends DBSchema {
  unsaved: { key: [string, string]; value: DraftRecord; indexes: { job: string } };
  leftovers: {
    key: [string, string];
    value: { jobId: string; id: string; leftover: MergeConflict };
    indexes: { job: string };
  };
}

/** The timeout for the browser, since saving to the server waits for the draft. */
const maxWaitMs = 10_000;

/** Opens the store; rejects without IndexedDB. Failures, and timeouts of 10 s as in WebKit, are retried once. */
export async function openDraftStore(): Promise<DraftStore> {
  let connection = openDatabase();
  await limitWait(connection);
  const run = async <T>(work: (db: DraftDatabase) => Promise<T>): Promise<T> => {
    const used = connection;
    try {
      return await limitWait(used.then(work));
    } catch {
      // Another call may have reopened it in the meantime.
      if (connection === used) connection = reopen(used);
      return limitWait(connection.then(work));
    }
  };
  return {
    write: (change) => run((db) => write(db, change)),
    async read(jobId) {
      const records = await run((db) => db.getAllFromIndex('unsaved', 'job', jobId));
      return records
        .map(({ flight, ...draft }) => ({ ...draft, pendingSave: flight }))
        .toSorted((a, b) => a.at - b.at);
    },
    conflicts: async (jobId) =>
      (await run((db) => db.getAllFromIndex('leftovers', 'job', jobId))).map(({ leftover }) => leftover),
    removeConflict: (jobId, id) => run((db) => db.delete('leftovers', [jobId, id])),
    close: () => void connection.then((db) => db.close()).catch(() => {}),
  };
}

type DraftDatabase = IDBPDatabase<DraftSchema>;

function openDatabase(): Promise<DraftDatabase> {
  return openDB<DraftSchema>('longhand-editor', 1, {
    upgrade(made) {
      made.createObjectStore('unsaved', { keyPath: ['jobId', 'client'] }).createIndex('job', 'jobId');
      made.createObjectStore('leftovers', { keyPath: ['jobId', 'id'] }).createIndex('job', 'jobId');
    },
  });
}

const toRecord = ({ pendingSave, ...draft }: Draft): DraftRecord => ({ ...draft, flight: pendingSave });

function reopen(lost: Promise<DraftDatabase>): Promise<DraftDatabase> {
  lost.then((db) => db.close()).catch(() => {});
  return openDatabase();
}

/** Rejects on timeout. */
function limitWait<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('IndexedDB doesn’t answer')), maxWaitMs);
    void work.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

async function write(
  db: DraftDatabase,
  { own, draft, conflicts = [], absorbed = [] }: Parameters<DraftStore['write']>[0],
): Promise<void> {
  const all = db.transaction(['unsaved', 'leftovers'], 'readwrite');
  const unsaved = all.objectStore('unsaved');
  const requests = [
    draft === undefined ? unsaved.delete([own.jobId, own.client]) : unsaved.put(toRecord(draft)),
    ...conflicts.map((conflict) =>
      all.objectStore('leftovers').put({ jobId: own.jobId, id: conflict.id, leftover: conflict }),
    ),
    ...absorbed
      .filter(({ client }) => client !== own.client)
      .map(({ jobId, client }) => unsaved.delete([jobId, client])),
  ];
  // Requests of a page being left never settle, and waiting for them makes WebKit delay the next page.
  all.commit();
  await Promise.all([...requests, all.done]);
}
