import type { Hash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** More bytes came than may be stored. */
export class TooLarge extends Error {}

/** Storage of media: a folder or a bucket. A key, ours and random, names a whole file that never changes. */
export interface Storage {
  /** Throws unless media can be stored at the moment. Leaves nothing behind. */
  check(): Promise<void>;
  /** Stores a stream in constant memory, feeding `digest`. Throws `TooLarge` past `maxBytes`; errors leave nothing behind. */
  save(
    source: Readable,
    options: { maxBytes: number; digest?: Hash | undefined },
  ): Promise<{ key: string; bytes: number }>;
  /** Takes over a finished file, which is moved. Like all that is stored, it survives a power cut from then on. */
  adopt(file: string): Promise<{ key: string; bytes: number }>;
  /** The same media under another key, so that either can be removed. Fails when the key is gone. */
  copy(key: string): Promise<{ key: string; bytes: number }>;
  /** Calls `use` with a local file of the media, readable until `use` has ended. Fails if the key is gone. */
  withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>;
  /** Puts the media into a new local file: a hard link on the same disk, else a copy. Fails if the key is gone. */
  exportTo(key: string, file: string): Promise<void>;
  /** Stores a local file, which stays, under a key given earlier or elsewhere, unless the key exists. */
  importFrom(key: string, file: string): Promise<void>;
  /** The size in bytes; undefined when the key is gone. */
  getSize(key: string): Promise<number | undefined>;
  /** The bytes from `start` to `end`, both included, read as they are taken. Throws if the key is gone. */
  read(key: string, range: { start: number; end: number }): AsyncGenerator<Uint8Array, void>;
  /** Removes the media. A key that is gone already is no error. */
  remove(key: string): Promise<void>;
  /** Every key and unfinished file older than this, for the sweep. */
  listOlderThan(date: Date): AsyncIterable<{ key: string }>;
}
