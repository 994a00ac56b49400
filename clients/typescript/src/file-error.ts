import { showPath } from './file-path.ts';

type Kind = 'file' | 'folder';

/** The fault of a file or folder, by the system's error code. */
const faults: Readonly<Record<string, (kind: Kind) => string>> = {
  ENOENT: (kind) => `no such ${kind}`,
  EISDIR: () => 'this is a folder',
  ENOTDIR: (kind) => (kind === 'folder' ? 'this is not a folder' : 'part of its path is not a folder'),
  EEXIST: () => 'this is not a folder',
  EACCES: () => 'permission denied',
  EPERM: () => 'permission denied',
  EROFS: () => 'this disk is read-only',
  ENOSPC: () => 'the disk is full',
};

/** Describes a file system error in plain words, without a period; undefined for any other error. */
export function describeFileError(error: unknown, kind: Kind = 'file'): string | undefined {
  const { code = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return Object.hasOwn(faults, code) ? faults[code]?.(kind) : undefined;
}

/** Explains in a sentence why a file or a folder couldn't be read or written. The system's own sentence names its functions. */
export function explainFileError(
  error: unknown,
  { act, file, kind = 'file' }: { act: 'read' | 'write'; file: string; kind?: Kind },
): string {
  const fault = describeFileError(error, kind) ?? (error instanceof Error ? error.message : String(error));
  return `Couldn't ${act} ${showPath(file)}: ${fault}.`;
}
