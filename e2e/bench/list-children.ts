import { readdir, readFile } from 'node:fs/promises';

/** Lists a process's children that it has not yet reaped, on Linux. */
export async function listChildren(parent: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${parent}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${parent}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
}
