import type { DataStore, Upload } from '@tus/server';

/** The uploads of an account, wherever they lie. */
export interface AccountUploads {
  /** For the tus server, which knows an upload by its `toName`. */
  datastore: DataStore;
  toName: (uploadId: string) => string;
  /** Those that are no job yet, whole or not, each with when something of it last changed. */
  list: () => Promise<Array<{ uploadId: string; changedAt: Date }>>;
  /** Calls `use` with a file of this machine that has the upload, to be read until `use` has ended. */
  withLocalFile: <Result>(uploadId: string, use: (path: string) => Promise<Result>) => Promise<Result>;
  /** Keeps what is known of an upload. */
  note: (upload: Upload) => Promise<void>;
  /** Stores a whole upload as media; the upload stays. */
  adopt: (uploadId: string) => Promise<{ key: string; bytes: number }>;
  remove: (uploadId: string) => Promise<void>;
}
