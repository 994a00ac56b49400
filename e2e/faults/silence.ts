import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { formatDelays, percentile } from '#e2e/support/faults/percentile';
import { startVictim, type Victim } from '#e2e/support/faults/start-victim';

const ofEachKind = 100;

/**
 * The data that each kind sends before it falls silent, and the maximum time until it is closed, with some margin for
 * the machine.
 */
const kinds: Array<{ name: string; words: (key: string) => string; withinMs: number }> = [
  { name: 'that send nothing', words: () => '', withinMs: 65_000 },
  { name: 'with half a head', words: () => 'GET /v1/account HTTP/1.1\r\nHost: x\r\n', withinMs: 65_000 },
  {
    name: 'with half a body',
    words: (key) =>
      `POST /v1/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"media_url":`,
    withinMs: 130_000,
  },
];

/** Opens hundreds of connections that fall silent: they are closed, and meanwhile everybody else is served. */
export async function keepSilence({ short }: FaultRun): Promise<void> {
  // Waiting has no short form.
  if (short) return;
  const victim = await startVictim();
  try {
    const closed = kinds.map((kind) =>
      Promise.all(Array.from({ length: ofEachKind }, () => fallSilent(victim, kind.words))),
    );
    const done = new AbortController();
    const all = Promise.all(closed).finally(() => done.abort());
    const answers: number[] = [];
    while (!done.signal.aborted) {
      const began = performance.now();
      assert.equal((await victim.client.request('/account')).status, 200);
      answers.push(performance.now() - began);
      await sleep(500);
    }
    for (const [i, delays] of (await all).entries()) {
      const { name, withinMs } = kinds[i] ?? { name: '', withinMs: 0 };
      const figure = `Silent connections ${name}: closed after`;
      note(figure, formatDelays(delays), `within ${withinMs / 1000} s`, percentile(delays, 1) < withinMs);
    }
    await victim.check();
    note('… requests of others meanwhile', formatDelays(answers), 'all answered');
  } finally {
    await victim.stop();
  }
}

/** Returns the milliseconds until a connection that sends this and no more is closed. */
async function fallSilent({ longhand, client }: Victim, words: (key: string) => string): Promise<number> {
  const { hostname, port } = new URL(longhand.baseUrl);
  const socket: Socket = connect(Number(port), hostname);
  // An error is followed by `close`, too.
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  const began = performance.now();
  socket.write(words(client.apiKey));
  await once(socket, 'close');
  return performance.now() - began;
}
