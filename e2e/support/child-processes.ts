import { execFileSync } from 'node:child_process';

/**
 * Returns the process groups that `starter`, by default this process, has started for commands whose line contains
 * `words`.
 */
export function childGroups(words: string, starter = process.pid): number[] {
  return childrenBy('pgid', words, starter);
}

/** Returns the ids of the processes that `starter`, by default this process, has started for such commands. */
export function childProcesses(words: string, starter = process.pid): number[] {
  return childrenBy('pid', words, starter);
}

function childrenBy(id: 'pid' | 'pgid', words: string, starter: number): number[] {
  return execFileSync('ps', ['-eo', `${id}=,ppid=,args=`], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , parent, command]) => Number(parent) === starter && command?.includes(words))
    .map(([, found]) => Number(found));
}
