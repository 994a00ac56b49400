import { mkdirSync, statfsSync } from 'node:fs';
import { formatBytes } from '#lib/recognition/models/format-bytes';
import { ModelProblem } from '#lib/recognition/models/model-problem';

/** The most that an archive may hold. The largest published model has 2 GB in a few dozen files, packed to a half or more. */
export const archiveLimits = {
  entries: 10_000,
  pathBytes: 500,
  /** Of one step of a path: the limit of file systems. */
  nameBytes: 255,
  /** Of everything in it, unpacked. */
  bytes: 32 * 1024 ** 3,
  /** The most that it may be larger unpacked than packed, once it is larger than `smallBytes`. */
  ratio: 100,
  smallBytes: 256 * 1024 ** 2,
};

/** Counts the contents of an archive. Each function throws a `ModelProblem`, or the disk's error, once they are too much. */
export interface ArchiveBounds {
  /** An entry, and how many bytes of it are to be written. */
  countEntry: (path: string, bytesToWrite: number) => void;
  /** Bytes of the archive unpacked, whether they are wanted or not, and all that it has read to give them. */
  countUnpacked: (bytes: number, packed: number) => void;
}

/** Bounds what an archive writes to this folder by the room there. Asks at once: the stream must not wait. */
export function boundArchive(into: string, limits = archiveLimits): ArchiveBounds {
  mkdirSync(into, { recursive: true });
  const { bavail, bsize } = statfsSync(into);
  const freeBytes = bavail * bsize;
  const counted = { entries: 0, written: 0, unpacked: 0 };
  return {
    countEntry(path, bytesToWrite) {
      counted.entries += 1;
      counted.written += bytesToWrite;
      if (counted.entries > limits.entries) throw refuse(`has more than ${limits.entries} files`);
      const isLong = path.split('/').some((name) => Buffer.byteLength(name) > limits.nameBytes);
      if (isLong || Buffer.byteLength(path) > limits.pathBytes) {
        throw refuse(`has a path that is too long (${path.slice(0, 60)}…)`);
      }
      if (/(^|\/)GNUSparseFile\.\d+\//.test(path))
        throw refuse('has sparse files, which tar packs with --sparse');
      // As the disk would, only before it is full: that also stops the database.
      if (counted.written > freeBytes) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    },
    countUnpacked(bytes, packed) {
      counted.unpacked += bytes;
      const isBomb = counted.unpacked > limits.smallBytes && counted.unpacked > limits.ratio * packed;
      if (isBomb || counted.unpacked > limits.bytes) {
        throw refuse(
          `has more than ${formatBytes(counted.unpacked - bytes)} unpacked, which is too large for a model`,
        );
      }
    },
  };
}

function refuse(fault: string): ModelProblem {
  return new ModelProblem(`The archive ${fault}. Nothing was installed.`);
}
