import type { DataStore, Upload } from '@tus/server';

/** The uploads of an account, on disk or in a bucket. */
export interface AccountUploads {
  /** For the tus server, which names an upload by `toName`. */
  datastore: DataStore;
  toName: (uploadId: string) => string;
  /** Lists the uploads that aren't jobs yet, complete or partial, with the time of each one's last change. */
  list: () => Promise<Array<{ uploadId: string; changedAt: Date }>>;
  /** Calls `use` with a local file of the upload, which it may read until it ends. */
  withLocalFile: <Result>(uploadId: string, use: (path: string) => Promise<Result>) => Promise<Result>;
  /** Saves an upload's metadata. */
  note: (upload: Upload) => Promise<void>;
  /** Stores a complete upload as media; the upload stays. */
  adopt: (uploadId: string) => Promise<{ key: string; bytes: number }>;
  remove: (uploadId: string) => Promise<void>;
}
