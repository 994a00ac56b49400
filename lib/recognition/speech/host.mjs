import { open } from 'node:fs/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/*
 * The program of a speech process: it loads one model of sherpa-onnx and answers one request at a time. The library
 * ends its process on a bad model, so it runs nowhere else. Messages use the channel of `child_process.fork`.
 * `speech-process.ts` is the other end: its process ID is the first argument, and further ones only show in process
 * lists.
 */

/**
 * A loaded role: a function from a request to its answer, both plain data.
 * @typedef {(request: any) => Promise<unknown>} Answer
 * @typedef {{ load: (config: any) => Promise<Answer> | Answer }} Role
 */

const sampleRate = 16_000;

/**
 * Reads the samples of raw PCM (16 kHz, mono, s16le) between two times, from -1 to 1, up to the end of the file.
 * @param {string} pcmPath
 * @param {number} startMs
 * @param {number} endMs
 */
export async function readSamples(pcmPath, startMs, endMs) {
  const from = Math.round((startMs * sampleRate) / 1000);
  const to = Math.round((endMs * sampleRate) / 1000);
  const bytes = new Uint8Array(2 * Math.max(0, to - from));
  const file = await open(pcmPath);
  try {
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, 2 * from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    const samples = new Int16Array(bytes.buffer, 0, filled >> 1);
    // Not `Float32Array.from()`: it builds a list of all numbers first, which takes several times the memory.
    const values = new Float32Array(samples.length);
    for (const [at, sample] of samples.entries()) values[at] = sample / 32_768;
    return values;
  } finally {
    await file.close();
  }
}

/**
 * @param {string} name One of `SpeechRole`.
 * @param {unknown} config
 */
async function loadRole(name, config) {
  const role = /** @type {Role} */ (await import(`./roles/${name}.mjs`));
  return role.load(config);
}

/** @param {number} parent */
function serve(parent) {
  // In a separate thread, because the library blocks the main thread during a request.
  new Worker(new URL(import.meta.url), { workerData: { parent } }).unref();
  process.once('disconnect', () => process.exit(0));
  /** @type {Promise<Answer> | undefined} */
  let answer;
  process.on('message', async (/** @type {any} */ message) => {
    const { id } = message;
    try {
      if (message.kind === 'load') {
        answer = loadRole(message.role, message.config);
        await answer;
        process.send?.({ id, answer: null });
        return;
      }
      if (answer === undefined) throw new Error('nothing is loaded');
      process.send?.({ id, answer: await (await answer)(message.request) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
}

/**
 * Ends the process when its parent has exited, which gives it another one.
 * @param {number} parent
 */
function watchParent(parent) {
  const look = () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  };
  look();
  setInterval(look, 1000);
}

const parent = isMainThread ? Number(process.argv[2]) : workerData.parent;
if (!isMainThread) watchParent(parent);
// Tests import this file for `readSamples`.
else if (process.send !== undefined && Number.isInteger(parent)) serve(parent);
