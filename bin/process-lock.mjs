import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './process-identity.mjs';

/**
 * A lock that a process holds on a file until it releases it or ends, however it ends.
 * @typedef {{ release: () => void, wasStale: boolean }} Lock
 * @typedef {{ purpose: string, identity: string, pid: number }} Holder
 */

/**
 * Takes the lock, or says who holds it. `wasStale` tells that its holder ended without releasing it.
 * @param {string} file
 * @param {string} purpose
 * @returns {Promise<{ lock: Lock } | { holder: Holder }>}
 */
export async function takeLock(file, purpose) {
  const own = { purpose, identity: processIdentity(process.pid) ?? '', pid: process.pid };
  const draft = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o711 });
  const holder = readHolder(file);
  if (holder && isLiving(holder)) return { holder };
  writeFileSync(draft, JSON.stringify(own));
  try {
    if (holder) renameSync(draft, file);
    else linkSync(draft, file);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  // Of several that found the same stale lock, the last to replace it has it.
  if (holder) await sleep(50);
  const winner = readHolder(file);
  if (!winner) return takeLock(file, purpose);
  if (winner.identity !== own.identity) return { holder: winner };
  const release = () => {
    if (readHolder(file)?.identity === own.identity) rmSync(file, { force: true });
  };
  return { lock: { release, wasStale: holder !== undefined } };
}

/**
 * Takes the lock, waiting for as long as it takes. `onWait` is called once when there is a wait.
 * @param {string} file
 * @param {string} purpose
 * @param {(holder: Holder) => void} onWait
 */
export async function waitForLock(file, purpose, onWait) {
  for (let waits = 0; ; waits++) {
    const taken = await takeLock(file, purpose);
    if ('lock' in taken) return taken.lock;
    if (waits === 0) onWait(taken.holder);
    await sleep(200);
  }
}

/** @param {Holder} holder */
function isLiving(holder) {
  return processIdentity(holder.pid) === holder.identity;
}

/**
 * @param {string} file
 * @returns {Holder | undefined}
 */
function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    // A file cut short by a full disk or a power cut names nobody.
    if (error instanceof SyntaxError) return { purpose: '', identity: '', pid: 0 };
    throw error;
  }
}
