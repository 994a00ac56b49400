import { stat } from 'node:fs/promises';

/**
 * Memoizes results by path, size and modification time of a file, for the repeated calls of a job's steps. Evicts the
 * oldest of more than `maxKnown`. Doesn't memoize errors.
 */
export function memoizeByFile<T>(
  maxKnown = 100,
): (inputPath: string, read: (size: number) => Promise<T>) => Promise<T> {
  const known = new Map<string, T>();
  return async (inputPath, read) => {
    const { size, mtimeMs } = await stat(inputPath);
    const key = `${inputPath} ${size} ${mtimeMs}`;
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const found = await read(size);
    known.set(key, found);
    const [oldest] = known.keys();
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
    return found;
  };
}
