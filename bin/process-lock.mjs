import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnSync } from 'node:child_process';
import { getPidNamespace } from '#lib/db/pid-namespace.mjs';
import { printLine } from './cli-output.mjs';

/**
 * A lock on a file, held until released or until the process exits for any reason. The holder renews it every few
 * seconds, which is the only sign of life for other containers and machines, whose PIDs are separate.
 * @typedef {{ release: () => void, wasStale: boolean }} Lock
 * @typedef {{ purpose: string, identity: string, pid: number, place?: string, host?: string, isShared?: boolean }} Owner
 * @typedef {Owner & { isElsewhere: boolean }} Holder
 * @typedef {{ isShared?: boolean }} Options `isShared`: coexists with shared ones elsewhere. The last one has the file.
 */

const renewEveryMs = 5_000;
const staleAfterMs = 60_000;
const watchEveryMs = 200;

/**
 * Takes the lock, or returns its holder. `wasStale` is true if the previous holder exited without releasing it.
 * @param {string} file
 * @param {string} purpose
 * @param {Options} [options]
 * @returns {Promise<{ lock: Lock } | { holder: Holder }>}
 */
export async function takeLock(file, purpose, { isShared = false } = {}) {
  const own = {
    purpose,
    identity: processIdentity(process.pid) ?? '',
    pid: process.pid,
    place: getPidNamespace(),
    host: hostname(),
    isShared,
  };
  const draft = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o711 });
  const holder = readHolder(file);
  if (holder && !(isShared && isSharedElsewhere(holder)) && isLiving(file, holder)) return { holder };
  writeFileSync(draft, JSON.stringify(own));
  try {
    if (holder) renameSync(draft, file);
    else linkSync(draft, file);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  // If several processes found the same stale lock, the last one to replace it wins.
  if (holder) await sleep(50);
  const winner = readHolder(file);
  if (!winner) return takeLock(file, purpose, { isShared });
  if (!isSame(winner, own)) return { holder: winner };
  const renewal = setInterval(() => renew(file, own), renewEveryMs).unref();
  const release = () => {
    clearInterval(renewal);
    if (isSame(readHolder(file), own)) rmSync(file, { force: true });
  };
  return { lock: { release, wasStale: holder !== undefined } };
}

/**
 * Takes the lock, waiting without limit. Calls `onWait` once if it has to wait.
 * @param {string} file
 * @param {string} purpose
 * @param {(holder: Holder) => void} onWait
 * @param {Options} [options]
 */
export async function waitForLock(file, purpose, onWait, options) {
  for (let waits = 0; ; waits++) {
    const taken = await takeLock(file, purpose, options);
    if ('lock' in taken) return taken.lock;
    if (waits === 0) onWait(taken.holder);
    await sleep(200);
  }
}

/**
 * Waits for a sign of life of a holder elsewhere: returns true once it renews the lock, false once the lock is free or
 * stale. A killed holder's lock stays fresh for a minute.
 * @param {string} file
 */
export async function waitForRenewal(file) {
  const first = readRenewal(file);
  for (let watchedMs = 0; ; watchedMs += watchEveryMs) {
    const last = readRenewal(file);
    if (isStale(last)) return false;
    if (last !== first) return true;
    // If the clock was set back, it would stay fresh.
    if (watchedMs >= staleAfterMs) utimesSync(file, new Date(0), new Date(0));
    await sleep(watchEveryMs);
  }
}

/**
 * @param {string} file
 * @param {Holder} holder
 */
function isLiving(file, holder) {
  if (holder.isElsewhere) return !isStale(readRenewal(file));
  return processIdentity(holder.pid) === holder.identity;
}

/** @param {Holder} holder */
function isSharedElsewhere(holder) {
  return holder.isElsewhere && holder.isShared === true;
}

/**
 * @param {Owner | undefined} holder
 * @param {Owner} own
 */
function isSame(holder, own) {
  return holder?.identity === own.identity && holder.place === own.place;
}

/**
 * Exits if the process was suspended so long that another took its lock and now owns what it protects.
 * @param {string} file
 * @param {Owner} own
 */
function renew(file, own) {
  try {
    const holder = readHolder(file);
    if (isSame(holder, own)) return utimesSync(file, new Date(), new Date());
    if (holder === undefined || own.isShared) return;
  } catch {
    // The disk failed temporarily: the next renewal follows soon.
    return;
  }
  printLine(`This process was suspended for a minute, and another one has taken ${file}. Exiting.`);
  process.exit(1);
}

/**
 * @param {string} file
 * @returns {Holder | undefined}
 */
function readHolder(file) {
  try {
    /** @type {Owner} */
    const owner = JSON.parse(readFileSync(file, 'utf8'));
    // Earlier versions didn't record the namespace.
    const isElsewhere = owner.place !== undefined && owner.place !== getPidNamespace();
    return { ...owner, isElsewhere };
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    // A file truncated by a full disk or power cut has no holder.
    if (error instanceof SyntaxError) return { purpose: '', identity: '', pid: 0, isElsewhere: false };
    throw error;
  }
}

/**
 * Returns when the lock was last renewed, in milliseconds; undefined if it is free.
 * @param {string} file
 */
function readRenewal(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** @param {number | undefined} renewedAt */
function isStale(renewedAt) {
  return renewedAt === undefined || Date.now() - renewedAt >= staleAfterMs;
}

/**
 * Identifies a living process among all that had or will have its PID; undefined if there is no such process.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function processIdentity(pid) {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : startedElsewhere(pid);
  return started && `${pid} ${started}`;
}

/** @param {number} pid */
function startedOnLinux(pid) {
  try {
    // The name, in parentheses, may contain spaces. Field 3 is the state, field 22 the start time in ticks since boot.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function startedElsewhere(pid) {
  return (
    spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || undefined
  );
}
