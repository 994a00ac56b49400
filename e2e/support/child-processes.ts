import { execFileSync } from 'node:child_process';

/** The process groups that a process, this one if none is named, has started for a command whose line holds `words`. */
export function childGroups(words: string, starter = process.pid): number[] {
  return childrenBy('pgid', words, starter);
}

/** The ids of the processes that a process, this one if none is named, has started for such a command. */
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
