import type { Hash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** The stream exceeds the maximum size. */
export class TooLarge extends Error {}

/** Storage of media, a folder or a bucket. A key, random and ours, names a complete file that never changes. */
export interface Storage {
  /** Throws unless media can be stored now. Leaves nothing behind. */
  check(): Promise<void>;
  /** Stores a stream in constant memory, feeding `digest`. Throws `TooLarge` beyond `maxBytes`. Cleans up on errors. */
  save(
    source: Readable,
    options: { maxBytes: number; digest?: Hash | undefined },
  ): Promise<{ key: string; bytes: number }>;
  /** Moves a finished file into storage. Like everything stored, it survives a power cut. */
  adopt(file: string): Promise<{ key: string; bytes: number }>;
  /** Copies media to another key, so that either can be deleted. Throws if the key is gone. */
  copy(key: string): Promise<{ key: string; bytes: number }>;
  /** Calls `use` with a local file of the media, readable until `use` ends. Throws if the key is gone. */
  withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>;
  /** Writes the media to a new local file: a hard link on the same disk, else a copy. Throws if the key is gone. */
  exportTo(key: string, file: string): Promise<void>;
  /** Copies a local file into storage under a key generated earlier or elsewhere, unless the key exists. */
  importFrom(key: string, file: string): Promise<void>;
  /** Returns the size in bytes; undefined if the key is gone. */
  getSize(key: string): Promise<number | undefined>;
  /** Streams the bytes from `start` to `end`, inclusive. Throws if the key is gone. */
  read(key: string, range: { start: number; end: number }): AsyncGenerator<Uint8Array, void>;
  /** Deletes the media. Ignores an unknown key. */
  remove(key: string): Promise<void>;
  /** Lists every key and unfinished file older than this, for the sweep. */
  listOlderThan(date: Date): AsyncIterable<{ key: string }>;
}
