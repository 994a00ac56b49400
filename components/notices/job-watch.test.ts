import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobView } from '#components/jobs/list/job-list';
import type { JobStateView } from '#components/jobs/list/job-status';
import { beginWatch, findEnded } from './job-watch';

const running: JobStateView = { kind: 'in-progress', percent: 10, secondsLeft: undefined };
const transcribed: JobStateView = { kind: 'transcribed', href: '/editor/x' };
const failed = (isCanceled: boolean): JobStateView => ({
  kind: 'failed',
  title: 'Failed',
  detail: undefined,
  isCanceled,
  retryCents: 0,
});

function job(id: string, day: number, state: JobStateView): JobView {
  return {
    id,
    name: id,
    submittedAt: `2026-01-0${day}T00:00:00.000Z`,
    isSample: false,
    isArchived: false,
    length: undefined,
    state,
  };
}

const ids = (jobs: JobView[]) => jobs.map(({ id }) => id);

test('a job that was in progress has ended once, however often it changes afterwards', () => {
  const first = beginWatch([job('a', 1, running), job('old', 1, transcribed)]);
  const second = findEnded(first, [job('a', 1, transcribed), job('a', 1, transcribed)]);
  assert.deepEqual(ids(second.ended), ['a']);
  assert.deepEqual(findEnded(second.watch, [job('a', 1, transcribed)]).ended, []);
});

test('a job that was submitted and ended between two looks has ended; one renamed long after has not', () => {
  const watch = beginWatch([job('a', 2, transcribed)]);
  const { ended } = findEnded(watch, [job('older', 1, transcribed), job('new', 3, failed(false))]);
  assert.deepEqual(ids(ended), ['new']);
});

test('a job tried again after its end ends again', () => {
  const { watch } = findEnded(beginWatch([job('a', 1, failed(false))]), [job('b', 2, running)]);
  assert.deepEqual(ids(findEnded(watch, [job('b', 2, transcribed)]).ended), ['b']);
});

test('what its owner canceled notifies nobody', () => {
  const { ended, watch } = findEnded(beginWatch([job('a', 1, running)]), [job('a', 1, failed(true))]);
  assert.deepEqual(ended, []);
  assert.equal(watch.running.size, 0);
});
