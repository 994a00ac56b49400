import { mkdirSync, statfsSync } from 'node:fs';
import { formatBytes } from '#lib/recognition/models/format-bytes';
import { ModelProblem } from '#lib/recognition/models/model-problem';

/** Limits of an archive. The largest published model has 2 GB in a few dozen files, compressed to half or more. */
export const archiveLimits = {
  entries: 10_000,
  pathBytes: 500,
  /** Per path segment, the limit of file systems. */
  nameBytes: 255,
  /** Of all contents, unpacked. */
  bytes: 32 * 1024 ** 3,
  /** The maximum compression ratio once the unpacked size exceeds `smallBytes`. */
  ratio: 100,
  smallBytes: 256 * 1024 ** 2,
};

/** Counts an archive's contents. Beyond a limit, each function throws a `ModelProblem` or the disk's error. */
export interface ArchiveBounds {
  /** Counts an entry and its bytes to write. */
  countEntry: (path: string, bytesToWrite: number) => void;
  /** Counts unpacked bytes, including unwanted ones, and the compressed bytes read for them. */
  countUnpacked: (bytes: number, packed: number) => void;
}

/** Limits what an archive writes to this folder by its free space. Synchronous, as the stream can't wait. */
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
      // Fails like a full disk, but earlier, since that would also stop the database.
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
