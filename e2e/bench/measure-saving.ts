import { performance } from 'node:perf_hooks';
import { toText } from '#lib/transcript/edit';
import { createEditorClient } from '#e2e/support/editor/editor-client';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import type { Longhand } from '#e2e/support/start-longhand';
import { signInForCookies } from '#e2e/support/sign-in';
import { saying } from '#e2e/support/transcribed-job';
import { note } from './note';

const words = 30_000;
const saves = 20;

/** Measures reading a long transcript, and saving one changed word. */
export async function measureSaving(longhand: Longhand): Promise<void> {
  const account = await longhand.createAccount();
  const cookie = await signInForCookies(longhand, account);
  const jobId = await makeTranscript(longhand, account, { words, monologues: words / 50 });
  const owner = createEditorClient(longhand, jobId, { cookie });
  const name = `Transcript, ${words.toLocaleString('en')} words`;
  const began = performance.now();
  const { monologues } = await owner.read();
  note(`${name}: read`, `${(performance.now() - began).toFixed(0)} ms`, '');
  const middle = monologues[300];
  const times: number[] = [];
  for (let base = 0; base < saves; base++) {
    const text = toText(middle?.content ?? [])
      .split(' ')
      .with(20, `word${base}`)
      .join(' ');
    const started = performance.now();
    const answer = await owner.save(base, { put: [saying(middle, text)] });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    times.push(performance.now() - started);
  }
  // The first save creates all monologues' rows.
  const [first = Number.NaN, ...rest] = times;
  const median = rest.toSorted((a, b) => a - b)[Math.floor(rest.length / 2)] ?? Number.NaN;
  note(`${name}: save a word`, `${median.toFixed(0)} ms, the first ${first.toFixed(0)} ms`, '');
}
