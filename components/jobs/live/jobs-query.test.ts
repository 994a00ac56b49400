import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobView } from '#components/jobs/list/job-list';
import { sorts } from '#components/jobs/list/job-sorts.ts';
import {
  applyChange,
  fromSearchParams,
  isBeginning,
  mayLoseTag,
  mergeTags,
  splitMoves,
  toSearchParams,
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
