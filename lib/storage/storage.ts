import type { Hash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** More bytes came than may be stored. */
export class TooLarge extends Error {}

/**
 * Storage of media: a folder or an object store. Keys are ours and random; a key that exists names a whole file, which never
 * changes.
 */
export interface Storage {
  /** Throws unless media can be stored at the moment. Leaves nothing behind. */
  check(): Promise<void>;
  /**
   * Stores a stream in constant memory and feeds its bytes to `digest` on the way. Throws `TooLarge` past
   * `maxBytes`; on any error nothing stays behind.
   */
  save(
    source: Readable,
    options: { maxBytes: number; digest?: Hash | undefined },
  ): Promise<{ key: string; bytes: number }>;
  /** Takes over a finished file, which is moved. Like all that is stored, it survives a power cut from then on. */
  adopt(file: string): Promise<{ key: string; bytes: number }>;
  /** The same media under another key, so that either can be removed. Fails when the key is gone. */
  copy(key: string): Promise<{ key: string; bytes: number }>;
  /**
   * Calls `use` with the path of a file on this machine that has the media, to be read only until `use` has ended. Fails
   * when the key is gone.
   */
  withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>;
  /**
   * Puts the media into a new file of this machine: another name of the same file where storage is a folder on the same
   * disk, else a copy. Fails when the key is gone.
   */
  exportTo(key: string, file: string): Promise<void>;
  /**
   * Stores a file of this machine, which stays, under a key that another storage, or this one earlier, has given it. Media of
   * that key is left as it is.
   */
  importFrom(key: string, file: string): Promise<void>;
  /** The size in bytes; undefined when the key is gone. */
  getSize(key: string): Promise<number | undefined>;
  /**
   * The bytes from `start` to `end`, both included, a little at a time as they are taken. It is open from the first to
   * the last one taken, or until the generator is ended. Throws when the key is gone.
   */
  read(key: string, range: { start: number; end: number }): AsyncGenerator<Uint8Array, void>;
  /** Removes the media. A key that is gone already is no error. */
  remove(key: string): Promise<void>;
  /** Every key and unfinished file older than this, for the sweep. */
  listOlderThan(date: Date): AsyncIterable<{ key: string }>;
}
