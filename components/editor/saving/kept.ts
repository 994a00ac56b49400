import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { EditChange, EditedMonologue, EditedSpeaker } from '#lib/transcripts/edit';
import type { Leftover } from '#lib/transcripts/merge-edits';
import type { Flight } from './server';

/*
 * What this browser keeps until the server has it: one record a tab and transcript, and the leftovers of merges.
 */

/** What one tab has not saved yet, with all that is needed to go on after its end. */
export interface Unsaved {
  jobId: string;
  client: string;
  at: number;
  /** What the change builds on: the revision, and what the monologues that it touches were there. */
  revision: number;
  base: EditedMonologue[];
  baseSpeakers: EditedSpeaker[];
  change: EditChange;
  /** The save that may or may not have reached the server. */
  flight: Flight | undefined;
}

/** Where unsaved work is kept on this device. */
export interface Kept {
  /** Writes the tab's record, or removes it, and adds leftovers: all or nothing. `instead` are records it takes in. */
  write(change: {
    own: { jobId: string; client: string };
    record: Unsaved | undefined;
    leftovers?: readonly Leftover[];
    instead?: readonly Unsaved[];
  }): Promise<void>;
  /** The records of all tabs, oldest first. */
  read(jobId: string): Promise<Unsaved[]>;
  leftovers(jobId: string): Promise<Leftover[]>;
  removeLeftover(jobId: string, id: string): Promise<void>;
  close(): void;
}

interface Stores extends DBSchema {
  unsaved: { key: [string, string]; value: Unsaved; indexes: { job: string } };
  leftovers: {
    key: [string, string];
    value: { jobId: string; id: string; leftover: Leftover };
    indexes: { job: string };
  };
}

/** Opens this browser's store. Rejects where it has none, as in some private windows. */
export async function openKept(): Promise<Kept> {
  const db: IDBPDatabase<Stores> = await openDB<Stores>('longhand-editor', 1, {
    upgrade(made) {
      made.createObjectStore('unsaved', { keyPath: ['jobId', 'client'] }).createIndex('job', 'jobId');
      made.createObjectStore('leftovers', { keyPath: ['jobId', 'id'] }).createIndex('job', 'jobId');
    },
  });
  return {
    async write({ own, record, leftovers = [], instead = [] }) {
      const all = db.transaction(['unsaved', 'leftovers'], 'readwrite');
      const unsaved = all.objectStore('unsaved');
      await Promise.all([
        record === undefined ? unsaved.delete([own.jobId, own.client]) : unsaved.put(record),
        ...leftovers.map((one) =>
          all.objectStore('leftovers').put({ jobId: own.jobId, id: one.id, leftover: one }),
        ),
        ...instead
          .filter(({ client }) => client !== own.client)
          .map(({ jobId, client }) => unsaved.delete([jobId, client])),
        all.done,
      ]);
    },
    read: async (jobId) =>
      (await db.getAllFromIndex('unsaved', 'job', jobId)).toSorted((a, b) => a.at - b.at),
    leftovers: async (jobId) =>
      (await db.getAllFromIndex('leftovers', 'job', jobId)).map(({ leftover }) => leftover),
    removeLeftover: (jobId, id) => db.delete('leftovers', [jobId, id]),
    close: () => db.close(),
  };
}
