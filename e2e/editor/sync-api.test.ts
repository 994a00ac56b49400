import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { EditChange } from '#lib/transcript/edit';
import { toDisplayName } from '#lib/accounts/display-name';
import { makeClient, type Client } from '#e2e/support/client';
import { useLonghand, type SharedLonghand, type TestAccount } from '#e2e/support/start-longhand';
import { createEditorClient, type EditorClient } from '#e2e/support/editor/editor-client';
import { signInForCookies } from '#e2e/support/sign-in';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { saying } from '#e2e/support/transcribed-job';

/* Saving and reading edits over HTTP. The tests in lib/revisions cover applying an edit. */

let longhand: SharedLonghand;
let account: TestAccount;
let client: Client;
let cookie: string;

before(async () => {
  longhand = await useLonghand();
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
  cookie = await signInForCookies(longhand, account);
});
after(() => longhand.stop());

async function newJob(): Promise<{ jobId: string; owner: EditorClient }> {
  const jobId = await makeTranscript(longhand, account, { words: 60, monologues: 6 });
  return { jobId, owner: createEditorClient(longhand, jobId, { cookie }) };
}

interface History {
  revisions: Array<Record<string, unknown>>;
  next?: number;
}

const getHistory = async (editor: EditorClient): Promise<History> =>
  (await (await editor.ask('revisions')).json()) as History;

const formats = [
  ['/v1', 'transcript', 'application/json'],
  ['/v1', 'transcript', 'text/plain'],
  ['/v1', 'transcript', 'application/msword'],
  ['/v1', 'transcript', 'application/pdf'],
  ['/v1', 'captions', 'application/x-subrip'],
  ['/v1', 'captions', 'text/vtt'],
  ['/api/v1', 'transcript', 'application/json'],
  ['/api/v1', 'transcript', 'text/plain'],
] as const;

/** Digests of a transcript's version in each format, by format. */
async function digests(jobId: string, version: string): Promise<Record<string, string>> {
  const all = formats.map(async ([api, what, accept]) => {
    const response = await fetch(`${longhand.baseUrl}${api}/jobs/${jobId}/${what}?version=${version}`, {
      headers: { authorization: `Bearer ${account.apiKey}`, accept },
    });
    assert.equal(response.status, 200, accept);
    const bytes = Buffer.from(await response.arrayBuffer());
    return [`${api} ${accept}`, createHash('sha256').update(bytes).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

async function text(jobId: string, version: string): Promise<string> {
  const headers = { accept: 'text/plain' };
  return (await client.request(`/jobs/${jobId}/transcript?version=${version}`, { headers })).text();
}

test('a save is in the latest transcript in every format, and the machine’s stays the same to the byte', async () => {
  const { jobId, owner } = await newJob();
  const machine = await digests(jobId, 'machine');
  assert.deepEqual(await digests(jobId, 'latest'), machine, 'nobody has edited it yet');
  const { revision, monologues, speakers } = await owner.read();
  assert.equal(revision, 0);
  const [first, second] = monologues;
  const saved = await owner.save(0, {
    put: [
      saying(first, 'Xylophone players <b>rehearse</b>.'),
      { ...saying(second, ''), content: [{ text: 'Well ' }, { tag: '[laughter]' }, { text: ' yes' }] },
    ],
    speakers: speakers.map((speaker) => (speaker.id === 0 ? { ...speaker, name: 'Ann' } : speaker)),
  });
  assert.equal(saved.status, 200);
  assert.deepEqual(await saved.json(), { revision: 1 });
  assert.equal(saved.headers.get('etag'), '"1"');

  assert.deepEqual(await digests(jobId, 'machine'), machine);
  const latest = await digests(jobId, 'latest');
  for (const [format, digest] of Object.entries(latest)) assert.notEqual(digest, machine[format], format);
  assert.match(await text(jobId, 'latest'), /^Ann: {4}00:0\d {4}Xylophone players <b>rehearse<\/b>\.$/m);
  assert.match(await text(jobId, 'latest'), /Well \[laughter\] yes$/m);
  assert.doesNotMatch(await text(jobId, 'machine'), /Xylophone|Ann:/);
  const json = await client.transcript(jobId);
  assert.deepEqual(
    json.monologues.map(({ id }) => id),
    [0, 1, 2, 3, 4, 5],
  );
  assert.deepEqual(
    json.monologues[1]?.elements.map(({ type, value }) => `${type} ${value}`),
    ['text Well', 'tag [laughter]', 'text yes'],
  );
});

test('the job says when it was last modified, after each save', async () => {
  const { jobId, owner } = await newJob();
  const modified = async () => (await client.ended(jobId)).last_modified_on;
  assert.equal(await modified(), undefined);
  const [first] = (await owner.read()).monologues;
  for (const [base, text] of ['one', 'two'].entries()) {
    await owner.save(base, { put: [saying(first, text)] });
    const [newest] = (await getHistory(owner)).revisions;
    assert.deepEqual([newest?.['number'], newest?.['at']], [base + 1, await modified()]);
  }
});

test('a save must say what it builds on, and gets what it missed', async () => {
  const { owner } = await newJob();
  const { monologues } = await owner.read();
  const unconditional = await owner.ask('edit', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: '{"put":[],"remove":[]}',
  });
  assert.equal(unconditional.status, 428);
  assert.match(unconditional.headers.get('content-type') ?? '', /^application\/problem\+json/);
  await owner.save(0, { put: [saying(monologues[0], 'mine')], remove: ['m3'] });
  const late = await owner.save(0, { put: [saying(monologues[1], 'late')] });
  assert.equal(late.status, 412);
  const { revision, change } = (await late.json()) as { revision: number; change: EditChange };
  assert.deepEqual(
    { revision, change },
    { revision: 1, change: { put: [saying(monologues[0], 'mine')], remove: ['m3'] } },
  );
  assert.deepEqual(await (await owner.ask('changes?since=0')).json(), { revision, change });
  assert.deepEqual(await (await owner.ask('changes?since=1')).json(), {
    revision: 1,
    change: { put: [], remove: [] },
  });
  assert.equal((await owner.save(7, {})).status, 409, 'a revision to come');
  assert.equal((await owner.ask('changes?since=7')).status, 409);
  assert.equal((await owner.ask('edit', { headers: { 'if-none-match': '"1"' } })).status, 304);
});

test('a save that is repeated with its key is made once', async () => {
  const { owner } = await newJob();
  const [first] = (await owner.read()).monologues;
  for (let time = 0; time < 2; time++) {
    const saved = await owner.save(0, { put: [saying(first, 'a')] }, { 'idempotency-key': 'tab:1' });
    assert.equal(saved.status, 200);
    assert.deepEqual(await saved.json(), { revision: 1 });
  }
  assert.equal((await owner.read()).revision, 1);
});

test('what makes no sense is refused in words, and nothing of it is saved', async () => {
  const { owner } = await newJob();
  const [m] = (await owner.read()).monologues;
  assert.ok(m);
  for (const put of [[saying(m, 'a\u0007b')], [{ ...m, to: 61 }], null]) {
    const answer = await owner.save(0, { put } as Partial<EditChange>);
    assert.equal(answer.status, 400);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
    const { detail, parameters } = (await answer.json()) as { detail: string; parameters: object };
    assert.ok(detail.length > 10 && detail.length < 5000, detail);
    assert.match(Object.keys(parameters).join(), /^put/);
  }
  const raw = (body: string, type = 'application/json') =>
    owner.ask('edit', { method: 'PATCH', headers: { 'content-type': type, 'if-match': '"0"' }, body });
  assert.equal((await raw('{')).status, 400);
  assert.equal((await raw('{"put":[],"remove":[]}', 'text/plain')).status, 415);
  assert.equal((await raw(`{"put":[],"remove":[],"x":"${'x'.repeat(8 * 1024 * 1024)}"}`)).status, 413);
  assert.equal((await owner.save(0, {}, { 'if-match': '*' })).status, 400);
  assert.equal((await owner.save(0, {}, { 'idempotency-key': 'a b' })).status, 400);
  assert.equal((await owner.save(0, {}, { 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.equal((await owner.read()).revision, 0);
});

test('names and texts in every script and with markup come back as they were', async () => {
  const { jobId, owner } = await newJob();
  const { monologues, speakers } = await owner.read();
  const odd = '<script>alert(1)</script> שלום \u202Eevil\u202C 👩‍👩‍👧 e\u0301 नमस्ते';
  const named = speakers.map((speaker) => ({ ...speaker, name: odd, colour: 3 }));
  assert.equal((await owner.save(0, { put: [saying(monologues[0], odd)], speakers: named })).status, 200);
  const read = await owner.read();
  assert.deepEqual(read.speakers, named);
  assert.deepEqual(read.monologues[0]?.content, [{ text: odd }]);
  await digests(jobId, 'latest');
});

test('a revision is opened, named and restored as a new one', async () => {
  const { jobId, owner } = await newJob();
  const machine = await owner.read();
  const [first] = machine.monologues;
  await owner.save(0, { put: [saying(first, 'first')], remove: ['m5'] });
  const open = (n: number | string) => owner.ask(`revisions/${n}`);
  assert.deepEqual(await (await open(0)).json(), machine);
  assert.deepEqual(await (await open(1)).json(), await owner.read());
  assert.equal((await open(2)).status, 409);
  assert.equal((await open('x')).status, 400);
  const name = (n: number, value: unknown) =>
    owner.ask(`revisions/${n}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: value }),
    });
  assert.equal((await name(1, null)).status, 204);
  assert.equal((await name(1, '<i>Sent</i>\u202E')).status, 204);
  assert.equal((await name(1, 5)).status, 400);
  assert.equal((await name(9, 'none')).status, 409);
  const restore = (n: number, headers: Record<string, string>) =>
    owner.ask(`revisions/${n}/restore`, { method: 'POST', headers });
  assert.equal((await restore(0, {})).status, 428);
  assert.equal((await restore(0, { 'if-match': '"0"' })).status, 412);
  const restored = await restore(0, { 'if-match': '"1"' });
  assert.equal(restored.headers.get('etag'), '"2"');
  assert.deepEqual(await restored.json(), { revision: 2 });
  assert.deepEqual(await owner.read(), { ...machine, revision: 2 });
  assert.deepEqual(await digests(jobId, 'latest'), await digests(jobId, 'machine'));
  const { revisions, next } = await getHistory(owner);
  assert.equal(next, undefined);
  const author = { kind: 'owner', name: toDisplayName(account.email) };
  assert.deepEqual(
    revisions.map(({ at: _at, ...rest }) => rest),
    [
      { number: 2, author, restoredFrom: 0, monologuesChanged: 2 },
      {
        number: 1,
        author,
        name: '<i>Sent</i>',
        monologuesChanged: 2,
        summary: [
          { kind: 'edited', count: 1 },
          { kind: 'removed', count: 1 },
        ],
      },
      { number: 0, author: { kind: 'machine', name: '' }, monologuesChanged: 0 },
    ],
  );
  const earlier = (await (await owner.ask('revisions?before=1')).json()) as History;
  assert.deepEqual(earlier.revisions, revisions.slice(2));
});

test('the search finds what was written, at its time, and no more what was struck out', async () => {
  const { owner } = await newJob();
  const [, , third] = (await owner.read()).monologues;
  const found = async (search: string): Promise<Array<{ passage?: { match: string; href: string } }>> => {
    const answer = await fetch(`${longhand.baseUrl}/jobs/list?search=${search}`, { headers: { cookie } });
    return ((await answer.json()) as { jobs: Array<{ passage?: { match: string; href: string } }> }).jobs;
  };
  assert.deepEqual(await found('chrysanthemum'), []);
  await owner.save(0, { put: [saying(third, 'A chrysanthemum blooms')] });
  const [job] = await found('chrysanthemum');
  assert.equal(job?.passage?.match, 'chrysanthemum');
  assert.ok(Number(/\?t=([\d.]+)$/.exec(job?.passage?.href ?? '')?.[1]) > 3, job?.passage?.href);
  await owner.save(1, { put: [saying(third, 'A rose blooms')] });
  assert.deepEqual(await found('chrysanthemum'), []);
});

test('an edited transcript is not found when its job is deleted', async () => {
  const { jobId, owner } = await newJob();
  await owner.save(0, { put: [saying((await owner.read()).monologues[0], 'gone soon')] });
  assert.equal((await client.request(`/jobs/${jobId}`, { method: 'DELETE' })).status, 204);
  for (const path of ['edit', 'revisions/1']) assert.equal((await owner.ask(path)).status, 404, path);
});
