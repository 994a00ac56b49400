import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobView } from '#components/jobs/list/job-list';
import { sorts } from '#components/jobs/list/job-sorts.ts';
import {
  applyChange,
  fromSearchParams,
  isBeginning,
  loadJobs,
  mayLoseTag,
  mergeTags,
  splitMoves,
  toSearchParams,
  type JobListPage,
  type JobsQuery,
} from './jobs-query';

const all: JobsQuery = { search: '', status: undefined, isArchived: false, tag: undefined, sort: 'newest' };

function job(id: string, submittedAt: string, kind: 'waiting' | 'transcribed' = 'waiting'): JobView {
  const state = kind === 'waiting' ? { kind, position: 1 } : { kind, href: `/editor/${id}` };
  return { id, name: id, submittedAt, isSample: false, isArchived: false, length: undefined, state };
}

const ids = (jobs: JobView[]): string => jobs.map(({ id }) => id).join();

test('new jobs come first, changed ones stay in place, and those deleted go', () => {
  const shown = [job('c', '3'), job('b', '2'), job('a', '1')];
  const change = { jobs: [job('d', '4'), job('e', '5'), job('b', '2', 'transcribed')], gone: ['a'] };
  const after = applyChange(shown, change, all);
  assert.equal(ids(after), 'e,d,c,b');
  assert.equal(after[3]?.state.kind, 'transcribed');
});

test('an old job that was not loaded yet does not come before its turn', () => {
  const after = applyChange([job('c', '3')], { jobs: [job('a', '1', 'transcribed')], gone: [] }, all);
  assert.equal(ids(after), 'c');
});

test('a job without the status asked for leaves the list', () => {
  const change = { jobs: [job('a', '1', 'transcribed'), job('b', '2')], gone: [] };
  assert.equal(ids(applyChange([job('a', '1')], change, { ...all, status: 'in_progress' })), 'b');
});

test('a job that is archived leaves the list, and joins that of the archived ones', () => {
  const archived = { ...job('b', '2', 'transcribed'), isArchived: true };
  const change = { jobs: [archived], gone: [] };
  assert.equal(ids(applyChange([job('b', '2'), job('a', '1')], change, all)), 'a');
  assert.equal(ids(applyChange([], change, { ...all, isArchived: true })), 'b');
  const back = { jobs: [job('b', '2')], gone: [] };
  assert.equal(ids(applyChange([archived], back, { ...all, isArchived: true })), '');
});

test('what a change takes out of the list, or out of the archive, is told apart', () => {
  const [here, archived] = [job('a', '1'), { ...job('b', '2'), isArchived: true }];
  const change = { jobs: [here, archived], gone: ['c'] };
  assert.deepEqual(splitMoves(change, all), { rest: { jobs: [here], gone: [] }, moved: new Set(['c', 'b']) });
  assert.deepEqual(splitMoves(change, { ...all, isArchived: true }), {
    rest: { jobs: [archived], gone: [] },
    moved: new Set(['c', 'a']),
  });
});

test('a search takes in no new job, and keeps what it found', () => {
  const passage = { before: '', match: 'x', after: '', href: '/' };
  const found = { ...job('a', '1'), passage };
  const change = { jobs: [job('a', '1', 'transcribed'), job('b', '2')], gone: [] };
  const after = applyChange([found], change, { ...all, search: 'x' });
  assert.equal(ids(after), 'a');
  assert.deepEqual(after[0]?.passage, passage);
});

test('every order is kept by the address, and an unknown one is the usual one', () => {
  for (const sort of sorts) {
    assert.deepEqual(fromSearchParams(toSearchParams({ ...all, search: 'x', sort })), {
      ...all,
      search: 'x',
      sort,
    });
  }
  assert.equal(fromSearchParams(new URLSearchParams('sort=price')).sort, 'newest');
});

test('a job joins and leaves the list of a tag, in whatever case that is asked for', () => {
  const tagged = { ...job('b', '2'), tags: ['Law'] };
  const query = { ...all, tag: 'LAW' };
  assert.equal(ids(applyChange([], { jobs: [tagged, job('a', '1')], gone: [] }, query)), 'b');
  assert.equal(ids(applyChange([tagged], { jobs: [job('b', '2')], gone: [] }, query)), '');
  assert.equal(toSearchParams(query).toString(), 'tag=LAW');
  assert.deepEqual(fromSearchParams(toSearchParams(query)), query);
});

test('tags that come with a change join those of the account, each once in any case', () => {
  const known = ['interview', 'Law'];
  assert.equal(mergeTags(known, { jobs: [job('a', '1'), { ...job('b', '2'), tags: ['LAW'] }] }), known);
  const tagged = { ...job('b', '2'), tags: ['Court', 'law', 'Zoo'] };
  assert.deepEqual(mergeTags(known, { jobs: [tagged, tagged] }), ['Court', 'interview', 'Law', 'Zoo']);
});

test('the address says whether archived jobs are asked for, together with the rest', () => {
  const asked: JobsQuery = { ...all, search: 'x', status: 'failed', isArchived: true };
  assert.equal(toSearchParams(asked).toString(), 'search=x&status=failed&archived=true');
  assert.deepEqual(fromSearchParams(toSearchParams(asked)), asked);
  assert.equal(fromSearchParams(new URLSearchParams('archived=1')).isArchived, false);
});

test('a tag may be lost when the last job shown with it loses it, or is gone', () => {
  const [a, b] = [{ ...job('a', '1'), tags: ['Board'] }, job('b', '2')];
  assert.equal(mayLoseTag([a, b], { jobs: [{ ...a, tags: [] }], gone: [] }), true);
  assert.equal(mayLoseTag([a, b], { jobs: [], gone: ['a'] }), true);
  assert.equal(mayLoseTag([a, { ...b, tags: ['board'] }], { jobs: [], gone: ['a'] }), false);
  assert.equal(mayLoseTag([a, b], { jobs: [{ ...a, tags: ['BOARD'] }], gone: ['b', 'unknown'] }), false);
});

test('an account begins until a job goes on or is transcribed, and again when its free sample failed', () => {
  const begins = (jobs: JobView[], isSampleFree: boolean, query = all) =>
    isBeginning({ jobs, next: undefined, hasArchived: false, query }, { isSampleFree });
  const given = { ...job('s', '1', 'transcribed'), isSample: true };
  const state = {
    kind: 'failed',
    title: 'Canceled',
    detail: undefined,
    isCanceled: true,
    retryCents: 25,
  } as const;
  const failed = { ...job('a', '2'), state };
  assert.equal(begins([], true), true);
  assert.equal(begins([given], false), true);
  assert.equal(begins([failed, given], true), true);
  assert.equal(begins([failed, given], false), false);
  assert.equal(begins([job('b', '3'), failed], true), false);
  assert.equal(begins([job('b', '3', 'transcribed'), failed], true), false);
  assert.equal(begins([], true, { ...all, search: 'talk' }), false);
});

/** A server with this many jobs that returns up to a thousand at once, and the limits it was called with. */
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
