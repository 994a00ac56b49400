import { readdir, readFile } from 'node:fs/promises';

/** The processes that a process has started and not yet seen end, on Linux. */
export async function listChildren(parent: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${parent}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${parent}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
}
