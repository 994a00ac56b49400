import { open } from 'node:fs/promises';

/** Error codes of file systems that flush no folders. */
const cannotFlush = new Set(['EINVAL', 'EBADF', 'ENOTSUP']);

/** Has the bytes of a file, or the names in a folder, survive a power cut. */
export async function flush(fileOrFolder: string): Promise<void> {
  const opened = await open(fileOrFolder, 'r');
  try {
    await opened.sync();
  } catch (error) {
    if (!cannotFlush.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await opened.close();
  }
}
