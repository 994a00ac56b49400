import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobListPage } from './jobs-query';
import { loadJobs } from './load-jobs';

/** A server with so many jobs, which gives a thousand at most at once, and the limits it was asked for. */
function serve(total: number, names: (place: number) => string = String) {
  const limits: number[] = [];
  const fetchPage = async ({ after, limit }: { after?: string | undefined; limit: number }) => {
    assert.ok(limit <= 1000);
    limits.push(limit);
    const from = after === undefined ? 0 : Number(after);
    const to = Math.min(from + limit, total);
    const jobs = Array.from({ length: to - from }, (_, index) => makeJob(names(from + index)));
    return { jobs, next: to < total ? String(to) : undefined, hasArchived: false, tags: [`until ${to}`] };
  };
  return { limits, fetchPage };
}

function makeJob(id: string): JobListPage['jobs'][number] {
  const state = { kind: 'transcribed', href: `/editor/${id}` } as const;
  return { id, name: id, submittedAt: '1', isSample: false, isArchived: false, length: undefined, state };
}

test('more than a thousand jobs are loaded one page after the other, and no more than asked for', async () => {
  const { limits, fetchPage } = serve(10_000);
  const page = await loadJobs(fetchPage, { limit: 2300 });
  assert.deepEqual(
    page.jobs.map(({ id }) => id),
    Array.from({ length: 2300 }, (_, index) => String(index)),
  );
  assert.deepEqual([page.next, page.tags], ['2300', ['until 2300']]);
  assert.deepEqual(limits, [1000, 1000, 300]);
});

test('the list may have become shorter, and a page is loaded behind another', async () => {
  const { limits, fetchPage } = serve(1200);
  const all = await loadJobs(fetchPage, { limit: 5000 });
  assert.deepEqual([all.jobs.length, all.next, limits.length], [1200, undefined, 2]);
  const behind = await loadJobs(fetchPage, { after: '1100', limit: 50 });
  assert.deepEqual([behind.jobs[0]?.id, behind.jobs.length, behind.next], ['1100', 50, '1150']);
});

test('a job that moves to the next page meanwhile is there once', async () => {
  const { fetchPage } = serve(3000, (place) => String(place === 1500 ? 999 : place));
  const { jobs } = await loadJobs(fetchPage, { limit: 2000 });
  assert.equal(new Set(jobs.map(({ id }) => id)).size, jobs.length);
  assert.equal(jobs.length, 2000);
});
