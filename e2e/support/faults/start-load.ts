import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '#e2e/bench/note';
import { ceilingMs } from '#e2e/support/wait';
import type { Victim } from './start-victim';

/** Clients that submit one recording after the other, whatever the service answers. */
export interface Load {
  /** Number of answers by status; 0 stands for no answer. */
  answers: Map<number, number>;
  /** Answers that are neither a success nor an outage problem, and submissions that were never acknowledged. */
  faults: string[];
  /** Milliseconds from when a submission was first sent to its acknowledgment. */
  delays: number[];
  /** Stops submitting, and waits until the last submission is acknowledged. */
  stop: () => Promise<void>;
}

const outages = new Set([503, 507]);

/**
 * Submits short recordings from this many clients at once. As a client should, each repeats a submission under its
 * idempotency key until it is acknowledged, and begins the next one after up to a second; in the short form of a
 * scenario, whose faults need no crowd, after up to five.
 */
export function startLoad(
  victim: Pick<Victim, 'client' | 'receiver' | 'sounds' | 'acknowledged'>,
  { clients, random, short = false }: { clients: number; random: () => number; short?: boolean },
): Load {
  const stopping = new AbortController();
  const load: Load = { answers: new Map(), faults: [], delays: [], stop: async () => {} };
  const count = (status: number) => load.answers.set(status, (load.answers.get(status) ?? 0) + 1);

  const submit = async (): Promise<void> => {
    const key = randomUUID();
    const began = performance.now();
    const sound = new Blob([new Uint8Array(await readFile(victim.sounds.short))], { type: 'audio/wav' });
    while (performance.now() - began < ceilingMs) {
      const form = new FormData();
      form.set('options', JSON.stringify({ callback_url: victim.receiver.url }));
      form.set('media', sound, 'short.wav');
      const headers = { 'idempotency-key': key };
      const answer = await victim.client
        .request('/jobs', { method: 'POST', headers, body: form })
        .then(async (response) => ({
          status: response.status,
          body: await response.text(),
          retryAfter: response.headers.get('retry-after'),
        }))
        .catch(() => ({ status: 0, body: '', retryAfter: null }));
      count(answer.status);
      if (answer.status === 200) {
        victim.acknowledged.add((JSON.parse(answer.body) as { id: string }).id);
        load.delays.push(performance.now() - began);
        return;
      }
      if (answer.status !== 0 && !isOutage(answer)) {
        load.faults.push(`a submission was answered ${answer.status}: ${answer.body}`);
      }
      await sleep(200);
    }
    load.faults.push(`a submission was not acknowledged within ${ceilingMs / 1000} s`);
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await submit();
      await sleep((short ? 5000 : 1000) * random());
    }
  };
  const running = Array.from({ length: clients }, run);
  load.stop = async () => {
    stopping.abort();
    await Promise.all(running);
  };
  return load;
}

interface Answer {
  status: number;
  body: string;
  retryAfter: string | null;
}

/** True if it is an outage problem, and a 503 has a Retry-After. */
function isOutage({ status, body, retryAfter }: Answer): boolean {
  const isSaid = /\/(service-unavailable|storage-full)"/.test(body);
  return outages.has(status) && isSaid && (status === 507 || Number(retryAfter) > 0);
}

const either = new Intl.ListFormat('en', { type: 'disjunction' });
const name = (status: number): string => (status === 0 ? 'none' : String(status));

/** Notes the answers to submissions, beside the allowed ones; 0 stands for no answer. */
export function noteAnswers({ answers }: Load, allowed: number[], figure = '… answers to submissions'): void {
  const counted = [...answers].toSorted(([a], [b]) => a - b);
  note(
    figure,
    counted.map(([status, n]) => `${n} × ${name(status)}`).join(', '),
    either.format(allowed.map(name)),
    counted.every(([status]) => allowed.includes(status)),
  );
}
