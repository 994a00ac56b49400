import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { generateKeyBetween } from 'fractional-indexing';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { revisionMonologues, revisions } from '#drizzle/schema/revisions';
import { transcriptTexts } from '#drizzle/schema/transcript-texts';
import { sharedDatabase } from '#e2e/support/shared-database';
import { testDatabase } from '#e2e/support/test-database';
import { makeAccount } from '#e2e/support/make-account';
import { insertJob, insertTranscribed, putting, refused, saying } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db, Tx } from '#lib/db/connect';
import { deleteJob } from '#lib/jobs/delete-job';
import { toText, type EditChange } from '#lib/transcript/edit';
import { writeChangeBetween, writeChanges } from '#lib/revisions/changes/read-changes';
import { readEdit, readRevision } from '#e2e/support/read-edit';
import { saveEdit } from '#lib/revisions/save-edit';
import { editorChannel } from '#lib/events/announce-editor';

const author = { kind: 'owner', name: 'Ann' } as const;
type Job = Awaited<ReturnType<typeof insertTranscribed>>;

const save = (db: Db | Tx, job: Job, base: number, change: EditChange, idempotencyKey?: string) =>
  saveEdit(db, { ...job, base, change, author, idempotencyKey });

test('a save is the next revision, at its time, and the machine’s stays as it was', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const machine = await readEdit(db, job);
    assert.equal(machine.revision, 0);
    const [first, , third] = machine.monologues;
    const speakers = machine.speakers.map((speaker) => ({ ...speaker, name: 'Zoë', colour: 3 }));
    for (const [base, change] of [
      putting([saying(first, 'one')]),
      putting([saying(third, 'two')], { speakers }),
    ].entries()) {
      assert.deepEqual(await save(db, job, base, change), { kind: 'saved', revision: base + 1 });
      const [row] = await db
        .select({ at: revisions.at })
        .from(revisions)
        .where(eq(revisions.number, base + 1));
      const [{ at } = {}] = await db
        .select({ at: jobs.lastModifiedAt })
        .from(jobs)
        .where(eq(jobs.id, job.jobId));
      assert.ok(row !== undefined && at?.getTime() === row.at.getTime(), 'the job says when it was modified');
    }
    assert.deepEqual(await readEdit(db, job), {
      revision: 2,
      speakers,
      monologues: machine.monologues.with(0, saying(first, 'one')).with(2, saying(third, 'two')),
    });
    assert.deepEqual(await readRevision(db, job, 0), machine);
  }));

test('texts and names in every script and with markup come back as they were', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const { monologues, speakers } = await readEdit(db, job);
    const odd = '<script>alert(1)</script> שלום \u202Eevil\u202C 👩‍👩‍👧 e\u0301 नमस्ते';
    const named = speakers.map((speaker) => ({ ...speaker, name: odd }));
    await save(db, job, 0, putting([saying(monologues[0], odd)], { speakers: named }));
    const read = await readEdit(db, job);
    assert.deepEqual(read.speakers, named);
    assert.deepEqual(read.monologues[0]?.content, [{ text: odd }]);
  }));

test('a save based on an earlier revision changes nothing and returns what it missed', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const [first, second] = (await readEdit(db, job)).monologues;
    await save(db, job, 0, putting([saying(first, 'mine')], { remove: ['m3'] }));
    const late = await save(db, job, 0, putting([saying(second, 'late')]));
    assert.ok(late.kind === 'conflict' && late.revision === 1);
    assert.deepEqual(JSON.parse(late.change), putting([saying(first, 'mine')], { remove: ['m3'] }));
    assert.deepEqual((await readEdit(db, job)).monologues[1], second);
    await refused('revision-not-found', () => save(db, job, 7, putting([])), 'a revision to come');
  }));

test('a save that is repeated with its key is made once, whatever was saved in between', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const [first, second] = (await readEdit(db, job)).monologues;
    const once = () => save(db, job, 0, putting([saying(first, 'a')]), 'tab:1');
    const answer = { kind: 'saved', revision: 1 };
    assert.deepEqual([await once(), await once()], [answer, answer]);
    await save(db, job, 1, putting([saying(second, 'b')]), 'tab:2');
    assert.deepEqual(await once(), answer);
    assert.equal((await readEdit(db, job)).revision, 2);
    const other = await insertTranscribed(db);
    assert.deepEqual(
      await save(db, other, 0, putting([]), 'tab:2'),
      answer,
      'a key counts for its job alone',
    );
  }));

test('monologues are split, added, removed and put back by any number of saves', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const [m0, m1] = (await readEdit(db, job)).monologues;
    assert.ok(m0 && m1);
    const place = generateKeyBetween(m0.place, m1.place);
    const added = { ...saying(m0, 'behind'), id: 'tab-1', place, from: 5 };
    await save(db, job, 0, putting([{ ...saying(m0, 'before'), to: 5 }, added]));
    await save(db, job, 1, putting([], { remove: ['tab-1', 'm1', 'never-there'] }));
    await save(db, job, 2, putting([added]));
    const ids = async (revision: number) =>
      (await readRevision(db, job, revision)).monologues.map(({ id }) => id);
    assert.deepEqual(await ids(1), ['m0', 'tab-1', 'm1', 'm2', 'm3', 'm4', 'm5']);
    assert.deepEqual(await ids(2), ['m0', 'm2', 'm3', 'm4', 'm5']);
    assert.deepEqual(await ids(3), ['m0', 'tab-1', 'm2', 'm3', 'm4', 'm5']);
    const changeSince = async (since: number) =>
      JSON.parse(await writeChangeBetween(db, { jobId: job.jobId, since, revision: 3 })) as EditChange;
    assert.deepEqual(await changeSince(1), putting([added], { remove: ['m1'] }));
    assert.deepEqual((await changeSince(0)).remove, ['m1']);
  }));

test('a change that doesn’t fit the transcript is refused, and nothing of it is saved', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const { monologues, speakers } = await readEdit(db, job);
    const [m] = monologues;
    assert.ok(m);
    const table: Array<[what: string, change: EditChange]> = [
      ['a range beyond the words', putting([{ ...m, to: 61 }])],
      ['a speaker unknown', putting([{ ...m, speaker: 9 }])],
      ['a speaker that others still have', putting([], { speakers: speakers.slice(0, 2) })],
      ['too many monologues', putting(Array.from({ length: 19_995 }, (_, i) => ({ ...m, id: `n${i}` })))],
    ];
    for (const [what, change] of table) {
      await refused('invalid-parameters', () => save(db, job, 0, change), what);
    }
    assert.deepEqual(await readEdit(db, job), { revision: 0, monologues, speakers });
    assert.equal(await db.$count(revisionMonologues), 0);
    // A speaker may be removed in the change that reassigns their last monologues.
    const fit = putting(
      monologues.filter(({ speaker }) => speaker === 2).map((monologue) => ({ ...monologue, speaker: 0 })),
      { speakers: speakers.slice(0, 2) },
    );
    assert.equal((await save(db, job, 0, fit)).kind, 'saved');
  }));

test('nobody saves in a transcript of another account, nor in one that isn’t there yet', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const otherAccount = { ...job, accountId: await makeAccount(db) };
    await refused('job-not-found', () => save(db, otherAccount, 0, putting([])));
    await refused('job-not-found', () => readEdit(db, otherAccount));
    await refused('job-not-found', () => writeChanges(db, otherAccount, 0));
    const waiting = await insertJob(db, { status: 'in_progress', endedAt: null });
    await refused('invalid-job-state', () => save(db, waiting, 0, putting([])));
    assert.equal((await readEdit(db, job)).revision, 0);
  }));

test('one word of a transcript of 30,000 is saved and announced in 4 KB', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db, { words: 30_000, monologues: 600 });
    const middle = (await readEdit(db, job)).monologues[300];
    const rows = () => db.$count(revisionMonologues);
    for (let base = 0; base < 3; base++) {
      const before = base === 0 ? 600 : await rows();
      const words = toText(middle?.content ?? [])
        .split(' ')
        .with(20, `word${base}`);
      await save(db, job, base, putting([saying(middle, words.join(' '))]));
      assert.equal(await rows(), before + 1);
      const payloads = await writeChanges(db, job, base);
      assert.ok(payloads.length <= 4096, `${payloads.length} bytes`);
    }
  }));

test('the search keeps the words of the newest revision, and no more what was struck out', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const [, , third] = (await readEdit(db, job)).monologues;
    const texts = () =>
      db
        .select({ text: transcriptTexts.text })
        .from(transcriptTexts)
        .where(sql`${transcriptTexts.jobId} = ${job.jobId} and ${transcriptTexts.monologue} = 'm2'`);
    await save(db, job, 0, putting([saying(third, 'A chrysanthemum blooms')]));
    assert.deepEqual(await texts(), [{ text: 'A chrysanthemum blooms' }]);
    await save(db, job, 1, putting([saying(third, 'A rose blooms')]));
    assert.deepEqual(await texts(), [{ text: 'A rose blooms' }]);
    await save(db, job, 2, putting([], { remove: ['m2'] }));
    assert.deepEqual(await texts(), []);
  }));

test('nothing of an edited transcript is left when its job is deleted', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const [first] = (await readEdit(db, job)).monologues;
    await save(db, job, 0, putting([saying(first, 'gone soon')]));
    for (const table of [revisions, revisionMonologues, transcriptTexts, machineTranscripts]) {
      assert.notEqual(await db.$count(table, eq(table.jobId, job.jobId)), 0);
    }
    await deleteJob(db, job);
    for (const table of [revisions, revisionMonologues, transcriptTexts, machineTranscripts]) {
      assert.equal(await db.$count(table, eq(table.jobId, job.jobId)), 0);
    }
  }));

test('of 50 racing saves, each trying again when it is late, all are in the latest', async (t) => {
  const { db, close } = await sharedDatabase();
  t.after(close);
  const job = await insertTranscribed(db, { words: 500, monologues: 50 });
  const { monologues } = await readEdit(db, job);
  const waiting = [...monologues.entries()];
  const won: number[] = [];
  // As many concurrent racers as there are connections: more would only wait for one.
  const racers = Array.from({ length: 8 }, async () => {
    let base = 0;
    for (let next = waiting.pop(); next !== undefined;) {
      const [i, monologue] = next;
      const saved = await save(db, job, base, putting([saying(monologue, `racer ${i} was here`)]));
      if (saved.kind === 'saved') {
        won.push(saved.revision);
        next = waiting.pop();
      } else {
        assert.ok(saved.revision > base, 'a conflict names a later revision');
      }
      base = saved.revision;
    }
  });
  await Promise.all(racers);
  won.sort((a, b) => a - b);
  assert.deepEqual(
    won,
    Array.from({ length: 50 }, (_, i) => i + 1),
  );
  const latest = await readEdit(db, job);
  assert.equal(latest.revision, 50);
  latest.monologues.forEach(({ content }, i) => assert.deepEqual(content, [{ text: `racer ${i} was here` }]));
  const changed = await db.select({ count: revisions.monologuesChanged }).from(revisions);
  assert.ok(changed.every(({ count }) => count === 1));
});

test('open editors learn of a revision and of the tab it came from, once it is committed', async (t) => {
  const { db, sql, close } = await testDatabase();
  t.after(close);
  const job = await insertTranscribed(db);
  const payloads: unknown[] = [];
  let wake = (): void => {};
  const second = new Promise<void>((resolve) => {
    wake = resolve;
  });
  await sql.listen(editorChannel, (payload) => {
    payloads.push(JSON.parse(payload));
    if (payloads.length === 2) wake();
  });
  const revision = { ...job, author, change: putting([]) };
  await assert.rejects(
    db.transaction(async (tx) => {
      await saveEdit(tx, { ...revision, base: 0, client: 'tab-0' });
      throw new Error('not for certain');
    }),
  );
  await saveEdit(db, { ...revision, base: 0, client: 'tab-1' });
  await saveEdit(db, { ...revision, base: 1 });
  await second;
  const { jobId } = job;
  assert.deepEqual(payloads, [
    { kind: 'revision', jobId, revision: 1, client: 'tab-1' },
    { kind: 'revision', jobId, revision: 2 },
  ]);
});
