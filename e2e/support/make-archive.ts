import { spawnSync } from 'node:child_process';
import { Header } from 'tar';

/** One entry of an archive. */
export interface ArchiveEntry {
  path: string;
  content?: Buffer;
  /** The target of a link; without it the entry is a file. */
  linkTo?: string;
}

const blockBytes = 512;

/** Returns a tar archive with exactly these entries, valid or not. */
export function makeTar(entries: ArchiveEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, content = Buffer.alloc(0), linkTo }) => {
    const header = new Header({
      path,
      mode: 0o644,
      size: content.length,
      type: linkTo === undefined ? 'File' : 'SymbolicLink',
      ...(linkTo === undefined ? {} : { linkpath: linkTo }),
      mtime: new Date(0),
    });
    header.encode();
    const padding = Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes);
    return [header.block ?? Buffer.alloc(blockBytes), content, padding];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]);
}

/** Returns the same, compressed with bzip2 as the published models are. */
export function makeArchive(entries: ArchiveEntry[]): Buffer {
  const { stdout, status } = spawnSync('bzip2', ['-c'], { input: makeTar(entries), maxBuffer: 1024 ** 3 });
  if (status !== 0) throw new Error('bzip2 failed');
  return stdout;
}
