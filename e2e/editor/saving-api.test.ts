import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { generateKeyBetween } from 'fractional-indexing';
import { textOf, type EditChange } from '#lib/transcripts/edit';
import { shownName } from '#lib/accounts/shown-name';
import { clientOf, type Client } from '../client';
import { startLonghand, type Longhand } from '../start-longhand';
import { clientAt, saying, type DoorClient } from './door-client';
import { signInForCookies } from '../support/sign-in';
import { makeTranscript } from './make-transcript';

let longhand: Longhand;
let account: Awaited<ReturnType<Longhand['createAccount']>>;
let client: Client;
let cookie: string;

before(async () => {
  longhand = await startLonghand();
  account = await longhand.createAccount();
  client = clientOf(longhand, account.apiKey);
  cookie = await signInForCookies(longhand, account);
});
after(() => longhand.stop());

async function newJob(words = 60, monologues = 6): Promise<{ jobId: string; owner: DoorClient }> {
  const jobId = await makeTranscript(longhand, account, { words, monologues });
  return { jobId, owner: clientAt(longhand, jobId, { cookie }) };
}

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

/** The digest of a version of a transcript in each format, by format. */
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
  await owner.save(0, { put: [saying(first, 'one')] });
  const once = await modified();
  await owner.save(1, { put: [saying(first, 'two')] });
  const twice = await modified();
  assert.ok(once !== undefined && twice !== undefined && once < twice, `${once} ${twice}`);
});

test('a save must say what it builds on, and is told what it missed', async () => {
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
  assert.equal((await owner.save(7, {})).status, 404, 'a revision to come');
  assert.equal((await owner.ask('edit', { headers: { 'if-none-match': '"1"' } })).status, 304);
});

test('a save that is repeated with its key is made once', async () => {
  const { owner } = await newJob();
  const [first, second] = (await owner.read()).monologues;
  const key = { 'idempotency-key': 'tab:1' };
  const answers = [];
  for (let i = 0; i < 3; i++)
    answers.push(await (await owner.save(0, { put: [saying(first, 'a')] }, key)).json());
  await owner.save(1, { put: [saying(second, 'b')] });
  answers.push(await (await owner.save(0, { put: [saying(first, 'a')] }, key)).json());
  assert.deepEqual(
    answers,
    answers.map(() => ({ revision: 1 })),
  );
  assert.equal((await owner.read()).revision, 2);
});

test('of 50 racing saves, each trying again when it is late, all are in the latest', async () => {
  const { jobId, owner } = await newJob(500, 50);
  const { monologues } = await owner.read();
  const racers = monologues.map(async (monologue, i) => {
    let base = 0;
    for (;;) {
      const answer = await owner.save(base, { put: [saying(monologue, `racer ${i} was here`)] });
      const { revision } = (await answer.json()) as { revision: number };
      if (answer.status === 200) return revision;
      assert.equal(answer.status, 412);
      base = revision;
      // As editors would, they do not all come back at once.
      await setTimeout(Math.random() * 1500);
    }
  });
  const won = (await Promise.all(racers)).toSorted((a, b) => a - b);
  assert.deepEqual(
    won,
    Array.from({ length: 50 }, (_, i) => i + 1),
  );
  const latest = await owner.read();
  assert.equal(latest.revision, 50);
  latest.monologues.forEach(({ content }, i) => assert.deepEqual(content, [{ text: `racer ${i} was here` }]));
  const { revisions, next } = (await (await owner.ask('revisions')).json()) as {
    revisions: Array<{ number: number; monologuesChanged: number }>;
    next?: number;
  };
  assert.deepEqual(
    revisions.map(({ number }) => number),
    Array.from({ length: 51 }, (_, i) => 50 - i),
  );
  assert.equal(next, undefined);
  assert.ok(revisions.every(({ number, monologuesChanged }) => monologuesChanged === (number === 0 ? 0 : 1)));
  assert.match(await text(jobId, 'latest'), /racer 49 was here/);
});

test('what makes no sense is refused in words, and nothing of it is saved', async () => {
  const { owner } = await newJob();
  const { monologues, speakers } = await owner.read();
  const [m] = monologues;
  assert.ok(m);
  const table: Array<[string, Record<string, unknown>]> = [
    ['a control character', { put: [saying(m, 'a\u0007b')] }],
    ['a line break', { put: [saying(m, 'a\nb')] }],
    ['half a character', { put: [saying(m, 'a\ud800b')] }],
    ['an empty text', { put: [saying(m, '')] }],
    ['a text too long', { put: [saying(m, 'x'.repeat(200_001))] }],
    [
      'many texts too long',
      { put: [{ ...m, content: ['x', 'y', 'z'].map((one) => ({ text: one.repeat(70_000) })) }] },
    ],
    ['a foreign piece', { put: [{ ...m, content: [{ html: '<b>' }] }] }],
    ['a foreign member', { put: [{ ...m, words: [] }] }],
    ['an id with markup', { put: [{ ...m, id: '<b>' }] }],
    ['no place', { put: [{ ...m, place: '' }] }],
    ['a place that is none', { put: [{ ...m, place: 'a00' }] }],
    ['a range backwards', { put: [{ ...m, from: 5, to: 2 }] }],
    ['a range beyond the words', { put: [{ ...m, to: 61 }] }],
    ['half a word', { put: [{ ...m, from: 0.5 }] }],
    ['a time before the start', { put: [{ ...m, startMs: -1 }] }],
    ['a speaker unknown', { put: [{ ...m, speaker: 9 }] }],
    ['the same id twice', { put: [m, m] }],
    ['put and removed', { put: [m], remove: [m.id] }],
    ['no speakers', { speakers: [] }],
    ['a speaker that others still have', { speakers: speakers.slice(0, 2) }],
    ['two speakers of one id', { speakers: [...speakers, speakers[0]] }],
    ['a name too long', { speakers: speakers.map((one) => ({ ...one, name: 'n'.repeat(201) })) }],
    ['a nameless speaker', { speakers: speakers.map((one) => ({ ...one, name: ' ' })) }],
    ['a colour unknown', { speakers: speakers.map((one) => ({ ...one, colour: 10 })) }],
    ['too many monologues', { put: Array.from({ length: 19_995 }, (_, i) => ({ ...m, id: `n${i}` })) }],
    ['no list', { put: null }],
  ];
  for (const [what, change] of table) {
    const answer = await owner.save(0, change);
    assert.equal(answer.status, 400, what);
    const { detail } = (await answer.json()) as { detail: string };
    assert.ok(detail.length > 10 && detail.length < 5000, `${what}: ${detail}`);
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

test('monologues are split, added, removed and put back by any number of saves', async () => {
  const { owner } = await newJob();
  const { monologues } = await owner.read();
  const [m0, m1] = monologues;
  assert.ok(m0 && m1);
  const added = {
    ...m0,
    id: 'tab-1',
    place: generateKeyBetween(m0.place, m1.place),
    from: 5,
    content: [{ text: 'behind' }],
  };
  await owner.save(0, { put: [{ ...m0, to: 5, content: [{ text: 'before' }] }, added] });
  await owner.save(1, { put: [], remove: ['tab-1', 'm1', 'never-there'] });
  await owner.save(2, { put: [added], remove: [] });
  const ids = async () => (await owner.read()).monologues.map(({ id }) => id);
  assert.deepEqual(await ids(), ['m0', 'tab-1', 'm2', 'm3', 'm4', 'm5']);
  const since = async (n: number) =>
    ((await (await owner.ask(`changes?since=${n}`)).json()) as { change: EditChange }).change;
  assert.deepEqual((await since(0)).remove, ['m1']);
  assert.deepEqual((await since(1)).put, [added]);
  assert.deepEqual((await since(1)).remove, ['m1']);
  const second = (await (await owner.ask('revisions/2')).json()) as { monologues: Array<{ id: string }> };
  assert.deepEqual(
    second.monologues.map(({ id }) => id),
    ['m0', 'm2', 'm3', 'm4', 'm5'],
  );
});

test('a revision is opened, named and restored as a new one', async () => {
  const { jobId, owner } = await newJob();
  const machine = await owner.read();
  const [first] = machine.monologues;
  const renamed = machine.speakers.map((speaker) => ({ ...speaker, name: 'Ann' }));
  await owner.save(0, { put: [saying(first, 'first')], remove: ['m5'], speakers: renamed });
  await owner.save(1, { put: [saying(first, 'second')] });
  const open = async (n: number) => (await owner.ask(`revisions/${n}`)).json();
  const name = (n: number, value: unknown) =>
    owner.ask(`revisions/${n}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: value }),
    });
  assert.deepEqual(await open(0), machine);
  const one = (await open(1)) as typeof machine;
  assert.deepEqual(one.monologues[0]?.content, [{ text: 'first' }]);
  assert.equal((await owner.ask('revisions/3')).status, 404);
  assert.equal((await owner.ask('revisions/x')).status, 400);
  assert.equal((await name(1, `  <i>Sent</i>\u0000\u202E to ${'x'.repeat(200)}`)).status, 204);
  assert.equal((await name(1, 5)).status, 400);
  assert.equal((await name(9, 'none')).status, 404);
  const restore = (n: number, base: number) =>
    owner.ask(`revisions/${n}/restore`, { method: 'POST', headers: { 'if-match': `"${base}"` } });
  assert.equal((await restore(1, 1)).status, 412);
  assert.deepEqual(await (await restore(1, 2)).json(), { revision: 3 });
  assert.deepEqual(await owner.read(), { ...one, revision: 3 });
  assert.deepEqual(await (await restore(0, 3)).json(), { revision: 4 });
  assert.deepEqual(await owner.read(), { ...machine, revision: 4 });
  assert.deepEqual(await digests(jobId, 'latest'), await digests(jobId, 'machine'));
  const { revisions } = (await (await owner.ask('revisions')).json()) as {
    revisions: Array<Record<string, unknown>>;
  };
  assert.deepEqual(
    revisions.map(({ at: _at, ...rest }) => rest),
    [
      { number: 4, restoredFrom: 0, monologuesChanged: 2 },
      { number: 3, restoredFrom: 1, monologuesChanged: 1 },
      { number: 2, monologuesChanged: 1 },
      { number: 1, name: `<i>Sent</i> to ${'x'.repeat(85)}`, monologuesChanged: 2 },
    ]
      .map((one): Record<string, unknown> => ({
        ...one,
        author: { kind: 'owner', name: shownName(account.email) },
      }))
      .concat({ number: 0, author: { kind: 'machine', name: '' }, monologuesChanged: 0 }),
  );
  assert.equal((await name(1, null)).status, 204);
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

test('nothing of an edited transcript is left when its job is deleted', async () => {
  const { jobId, owner } = await newJob();
  const [first] = (await owner.read()).monologues;
  await owner.save(0, { put: [saying(first, 'gone soon')] });
  assert.equal((await client.request(`/jobs/${jobId}`, { method: 'DELETE' })).status, 204);
  const { sql } = longhand;
  for (const table of ['revisions', 'revision_monologues', 'transcript_texts', 'machine_transcripts']) {
    const [row] = await sql<[{ count: string }]>`select count(*) from ${sql(table)} where job_id = ${jobId}`;
    assert.equal(row.count, '0', table);
  }
  assert.equal((await owner.ask('edit')).status, 404);
});

test('one word of a transcript of 30,000 is saved in 4 KB', async (t) => {
  const { owner } = await newJob(30_000, 600);
  const started = performance.now();
  const { monologues } = await owner.read();
  t.diagnostic(`read: ${(performance.now() - started).toFixed(0)} ms`);
  const middle = monologues[300];
  const times: number[] = [];
  for (let base = 0; base < 12; base++) {
    const words = textOf(middle?.content ?? []).split(' ');
    words[20] = `word${base}`;
    const change = { put: [saying(middle, words.join(' '))], remove: [] };
    const bytes = JSON.stringify(change).length;
    assert.ok(bytes <= 4096, `${bytes} bytes`);
    if (base === 0) t.diagnostic(`body: ${bytes} bytes`);
    const began = performance.now();
    assert.equal((await owner.save(base, change)).status, 200);
    times.push(performance.now() - began);
  }
  t.diagnostic(`saves: ${times.map((ms) => ms.toFixed(0)).join(' ')} ms`);
});
