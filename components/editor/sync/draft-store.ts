import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { EditChange, EditedMonologue, EditedSpeaker } from '#lib/transcript/edit';
import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import type { PendingSave } from '#components/editor/api/editor-server.ts';

/*
 * What this browser keeps until the server has it: one draft a tab and transcript, and the conflicts of merges. The
 * names of stores and fields stay as browsers have them.
 */

/** What one tab has not saved yet, with all that is needed to go on after its end. */
export interface Draft {
  jobId: string;
  client: string;
  at: number;
  /** What the change builds on: the revision, and what the monologues that it touches were there. */
  revision: number;
  base: EditedMonologue[];
  baseSpeakers: EditedSpeaker[];
  change: EditChange;
  /** The save that may or may not have reached the server. */
  flight: PendingSave | undefined;
  /** Whether its texts are as their script is written; without it, revision 0 has a blank between any two words. */
  isAsWritten?: true;
}

/** Where unsaved work is kept on this device. */
export interface DraftStore {
  /** Writes the tab's draft, or removes it, and adds conflicts: all or nothing. `absorbed` are drafts that it took in. */
  write(change: {
    own: { jobId: string; client: string };
    draft: Draft | undefined;
    conflicts?: readonly MergeConflict[];
    absorbed?: readonly Draft[];
  }): Promise<void>;
  /** The records of all tabs, oldest first. */
  read(jobId: string): Promise<Draft[]>;
  conflicts(jobId: string): Promise<MergeConflict[]>;
  removeConflict(jobId: string, id: string): Promise<void>;
  close(): void;
}

interface DraftSchema extends DBSchema {
  unsaved: { key: [string, string]; value: Draft; indexes: { job: string } };
  leftovers: {
    key: [string, string];
    value: { jobId: string; id: string; leftover: MergeConflict };
    indexes: { job: string };
  };
}

/**
 * Opens this browser's store. Rejects where it has none, as in some private windows. A connection that is lost, as WebKit's
 * is with its own process, is opened anew: what fails is tried once more.
 */
export async function openDraftStore(): Promise<DraftStore> {
  let connection = openDatabase();
  await connection;
  const run = async <T>(work: (db: DraftDatabase) => Promise<T>): Promise<T> => {
    const used = connection;
    try {
      return await work(await used);
    } catch {
      // Another one may have opened it anew meanwhile.
      if (connection === used) connection = reopen(used);
      return work(await connection);
    }
  };
  return {
    write: (change) => run((db) => write(db, change)),
    read: async (jobId) =>
      (await run((db) => db.getAllFromIndex('unsaved', 'job', jobId))).toSorted((a, b) => a.at - b.at),
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

async function reopen(lost: Promise<DraftDatabase>): Promise<DraftDatabase> {
  await lost.then((db) => db.close()).catch(() => {});
  return openDatabase();
}

async function write(
  db: DraftDatabase,
  { own, draft, conflicts = [], absorbed = [] }: Parameters<DraftStore['write']>[0],
): Promise<void> {
  const all = db.transaction(['unsaved', 'leftovers'], 'readwrite');
  const unsaved = all.objectStore('unsaved');
  const requests = [
    draft === undefined ? unsaved.delete([own.jobId, own.client]) : unsaved.put(draft),
    ...conflicts.map((conflict) =>
      all.objectStore('leftovers').put({ jobId: own.jobId, id: conflict.id, leftover: conflict }),
    ),
    ...absorbed
      .filter(({ client }) => client !== own.client)
      .map(({ jobId, client }) => unsaved.delete([jobId, client])),
  ];
  // In a page that is being left nothing would come of the requests' answers, and WebKit would hold up the next page.
  all.commit();
  await Promise.all([...requests, all.done]);
}
