import { execFileSync } from 'node:child_process';

/** The process groups that a process, this one if none is named, has started for a command whose line holds `words`. */
export function childGroups(words: string, starter = process.pid): number[] {
  return execFileSync('ps', ['-eo', 'pgid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , parent, command]) => Number(parent) === starter && command?.includes(words))
    .map(([, group]) => Number(group));
}

/** The process ids of the children of a process, this one if none is named, whose command line holds `words`. */
export function childProcesses(words: string, starter = process.pid): number[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , parent, command]) => Number(parent) === starter && command?.includes(words))
    .map(([, pid]) => Number(pid));
}
