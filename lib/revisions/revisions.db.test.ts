import assert from 'node:assert/strict';
import { test } from 'node:test';
import { and, eq, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { transcriptTexts } from '#drizzle/schema/transcript-texts';
import { revisionMonologues } from '#drizzle/schema/revisions';
import { makeAccount } from '#e2e/support/make-account';
import { insertTranscribed, putting, refused, saying } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { saveDisplayName } from '#lib/accounts/settings/display-name';
import type { Tx } from '#lib/db/connect';
import type { Author } from '#lib/revisions/write-revision';
import { indexRevision } from '#lib/revisions/later/index-revision';
import { listRevisions } from '#lib/revisions/list-revisions';
import { nameRevision } from '#lib/revisions/name-revision';
import { readChangeAuthors, writeChanges } from '#lib/revisions/changes/read-changes';
import { readEdit, readRevision } from '#e2e/support/read-edit';
import { readTranscript, type TranscriptWord } from '#lib/revisions/read-transcript';
import type { TranscriptVersion } from '#lib/revisions/transcript-source';
import { restoreRevision } from '#lib/revisions/restore-revision';
import { saveEdit } from '#lib/revisions/save-edit';
import { readRevisionEvent } from '#lib/revisions/presence/read-revision-event';

/* The history of a transcript: opening, naming, listing, comparing and restoring revisions. */

const ann: Author = { kind: 'owner', name: 'Ann' };
const zoe: Author = { kind: 'guest', name: 'Zoë', linkId: 'link' };

/** Makes a job with two saves: Ann renames the speakers and removes `m5`, then Zoë changes `m0` again. */
async function editedJob(db: Tx) {
  const job = await insertTranscribed(db);
  await saveDisplayName(db, { ...job, displayName: ann.name });
  const machine = await readEdit(db, job);
  const [first] = machine.monologues;
  const speakers = machine.speakers.map((speaker) => ({ ...speaker, name: 'Speaker' }));
  const change = putting([saying(first, 'first')], { remove: ['m5'], speakers });
  await saveEdit(db, { ...job, base: 0, change, author: ann });
  await saveEdit(db, { ...job, base: 1, change: putting([saying(first, 'second')]), author: zoe });
  return { job, machine, first };
}

test('each revision opens as it was saved, and one to come is not found', () =>
  withTestTransaction(async (db) => {
    const { job, machine } = await editedJob(db);
    assert.deepEqual(await readRevision(db, job, 0), machine);
    const first = await readRevision(db, job, 1);
    assert.equal(first.revision, 1);
    assert.deepEqual(first.monologues[0]?.content, [{ text: 'first' }]);
    assert.deepEqual(await readRevision(db, job, 2), await readEdit(db, job));
    await refused('revision-not-found', () => readRevision(db, job, 3));
    await refused('revision-not-found', () => readTranscript(db, job, 3));
  }));

test('a restored revision is the newest again, to the letter, and the machine’s too', () =>
  withTestTransaction(async (db) => {
    const { job, machine } = await editedJob(db);
    const first = await readRevision(db, job, 1);
    const restore = (restoredFrom: number, base: number, idempotencyKey?: string) =>
      restoreRevision(db, { ...job, restoredFrom, base, author: ann, idempotencyKey });
    const early = await restore(1, 1);
    assert.equal(early.kind, 'conflict', 'it builds on the latest alone');
    await refused('revision-not-found', () => restore(9, 2));
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(await restore(1, 2, 'key'), { kind: 'saved', revision: 3 });
    }
    assert.deepEqual(await readEdit(db, job), { ...first, revision: 3 });
    assert.deepEqual(await restore(0, 3), { kind: 'saved', revision: 4 });
    assert.deepEqual(await readEdit(db, job), { ...machine, revision: 4 });
    const printed = async (version: TranscriptVersion) => {
      const { speakers, monologues } = await readTranscript(db, job, version);
      const print = ({ text, startMs, endMs }: TranscriptWord) => ({ text, startMs, endMs });
      return {
        speakers,
        monologues: monologues.map((monologue) => ({ ...monologue, words: monologue.words.map(print) })),
      };
    };
    assert.deepEqual(await printed('latest'), await printed('machine'));
  }));

test('a restoration writes only what differs, and a search finds it afterwards', () =>
  withTestTransaction(async (db) => {
    const { job, first } = await editedJob(db);
    // Edits and undoes the edit, which makes another row with the same text.
    for (const [base, text] of [
      [2, 'third'],
      [3, 'second'],
    ] as const) {
      await saveEdit(db, { ...job, base, change: putting([saying(first, text)]), author: zoe });
    }
    const countRows = () => db.$count(revisionMonologues, eq(revisionMonologues.jobId, job.jobId));
    const rows = await countRows();
    await restoreRevision(db, { ...job, restoredFrom: 2, base: 4, author: ann });
    assert.equal(await countRows(), rows);
    await restoreRevision(db, { ...job, restoredFrom: 3, base: 5, author: ann });
    assert.equal(await countRows(), rows + 1);
    const { revisions } = await listRevisions(db, job);
    assert.deepEqual(
      revisions.slice(0, 2).map(({ monologuesChanged }) => monologuesChanged),
      [1, 0],
    );
    const findText = () =>
      db
        .select({ text: transcriptTexts.text })
        .from(transcriptTexts)
        .where(and(eq(transcriptTexts.jobId, job.jobId), eq(transcriptTexts.monologue, 'm0')));
    assert.deepEqual(await findText(), []);
    await indexRevision(db, { jobId: job.jobId, revision: 6 });
    assert.deepEqual(await findText(), [{ text: 'third' }]);
  }));

test('a revision’s name is cleaned and cut, and taken away again; the machine’s has none', () =>
  withTestTransaction(async (db) => {
    const { job } = await editedJob(db);
    const name = async (revision: number, name: string | null) => {
      await nameRevision(db, job, { revision, name });
      return (await listRevisions(db, job)).revisions.find(({ number }) => number === revision)?.name;
    };
    const long = `  <i>Sent</i>\u0007\u202E to ${'x'.repeat(200)}`;
    assert.equal(await name(1, long), `<i>Sent</i> to ${'x'.repeat(85)}`);
    assert.equal(await name(2, 'other'), 'other');
    for (const none of [null, ' \u202E ']) assert.equal(await name(1, none), undefined);
    for (const revision of [0, 3]) await refused('revision-not-found', () => name(revision, 'none'));
  }));

test('the history tells who saved what, newest first, and the machine’s last', () =>
  withTestTransaction(async (db) => {
    const { job } = await editedJob(db);
    await restoreRevision(db, { ...job, restoredFrom: 0, base: 2, author: ann });
    const { revisions, next } = await listRevisions(db, job);
    assert.equal(next, undefined);
    assert.ok(revisions.every(({ at }) => at instanceof Date));
    assert.deepEqual(
      revisions.map(({ at: _at, ...rest }) => rest),
      [
        { number: 3, author: { kind: 'owner', name: 'Ann' }, restoredFrom: 0, monologuesChanged: 2 },
        {
          number: 2,
          author: { kind: 'guest', name: 'Zoë' },
          monologuesChanged: 1,
          summary: [{ kind: 'edited', count: 1 }],
        },
        {
          number: 1,
          author: { kind: 'owner', name: 'Ann' },
          monologuesChanged: 2,
          summary: [
            { kind: 'renamedSpeakers', count: 3 },
            { kind: 'edited', count: 1 },
            { kind: 'removed', count: 1 },
          ],
        },
        { number: 0, author: { kind: 'machine', name: '' }, monologuesChanged: 0 },
      ],
    );
  }));

test('an owner’s saves carry the name that the owner has now, a guest’s the one of then', () =>
  withTestTransaction(async (db) => {
    const { job } = await editedJob(db);
    await saveDisplayName(db, { ...job, displayName: 'Ann Lee' });
    const { revisions } = await listRevisions(db, job);
    assert.deepEqual(
      revisions.map(({ author }) => author.name),
      ['Zoë', 'Ann Lee', ''],
    );
    const authors = await readChangeAuthors(db, job);
    assert.deepEqual([authors.get('m0')?.author, authors.get('m5')?.author], ['Zoë', 'Ann Lee']);
  }));

test('what a version changed is told without reading any text', () =>
  withTestTransaction(async (db) => {
    const { job, first } = await editedJob(db);
    const speakers = [{ id: 0, name: 'Interviewer' }, ...(await readEdit(db, job)).speakers.slice(1)];
    const [start, end] = [
      { ...saying(first, 'sec'), to: 5 },
      { ...saying(first, 'ond'), id: 'new', place: 'a0V', from: 5 },
    ];
    await saveEdit(db, { ...job, base: 2, change: putting([start, end], { speakers }), author: zoe });
    await db.delete(revisionMonologues).where(eq(revisionMonologues.jobId, job.jobId));
    const { revisions } = await listRevisions(db, job);
    assert.deepEqual(revisions[0]?.summary, [
      { kind: 'renamed', from: 'Speaker', to: 'Interviewer' },
      { kind: 'split', count: 1 },
    ]);
    assert.deepEqual(revisions[1]?.summary, [{ kind: 'edited', count: 1 }]);
  }));

test('a long history comes in pages of 100, each revision once', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db, { words: 6, monologues: 2 });
    await db.execute(sql`
      insert into revisions (job_id, number, author_kind, author_name, monologues_changed, speakers)
      select ${job.jobId}, number, 'owner', 'Ann', 0, '[]' from generate_series(1, 100) number`);
    await db.update(jobs).set({ latestRevision: 100 }).where(eq(jobs.id, job.jobId));
    const page = async (before?: number) => {
      const { revisions, next } = await listRevisions(db, job, before);
      return { numbers: revisions.map(({ number }) => number), next };
    };
    const newest = Array.from({ length: 100 }, (_, i) => 100 - i);
    assert.deepEqual(await page(), { numbers: newest, next: 1 });
    assert.deepEqual(await page(1), { numbers: [0], next: undefined });
    assert.deepEqual(await page(0), { numbers: [], next: undefined });
    assert.deepEqual(await page(3), { numbers: [2, 1, 0], next: undefined });
  }));

test('changes since a revision are complete and listed once, with their last author', () =>
  withTestTransaction(async (db) => {
    const { job, first } = await editedJob(db);
    const { speakers } = await readEdit(db, job);
    const second = saying(first, 'second');
    const readSince = async (since: number): Promise<unknown> =>
      JSON.parse(await writeChanges(db, job, since));
    assert.deepEqual(await readSince(0), {
      revision: 2,
      change: putting([second], { remove: ['m5'], speakers }),
    });
    assert.deepEqual(await readSince(1), { revision: 2, change: putting([second]) });
    assert.deepEqual(await readSince(2), { revision: 2, change: putting([]) });
    await refused('revision-not-found', () => readSince(3));

    const saved = { jobId: job.jobId, since: 1, revision: 2 };
    const author = { kind: 'guest', name: 'Zoë' } as const;
    for (const more of [{}, { client: 'tab' }]) {
      const event = await readRevisionEvent(db, { ...saved, ...more });
      assert.equal(event?.revision, 2);
      const [, data = ''] =
        /^id: 2\nevent: revision\ndata: (.*)\n\n$/.exec(Buffer.from(event.bytes).toString()) ?? [];
      assert.deepEqual(JSON.parse(data), { revision: 2, author, ...more, change: putting([second]) });
    }
    assert.equal(await readRevisionEvent(db, { jobId: job.jobId, since: 2, revision: 3 }), undefined);

    const authors = await readChangeAuthors(db, job);
    assert.equal(authors.size, 2, 'what nobody touched is left out');
    assert.equal(authors.get('m0')?.author, 'Zoë');
    assert.equal(authors.get('m5')?.author, 'Ann');
  }));

test('the history of another account’s transcript is not found', () =>
  withTestTransaction(async (db) => {
    const { job } = await editedJob(db);
    const otherAccount = { ...job, accountId: await makeAccount(db) };
    const verbs = [
      () => listRevisions(db, otherAccount),
      () => readRevision(db, otherAccount, 1),
      () => readTranscript(db, otherAccount, 'latest'),
      () => nameRevision(db, otherAccount, { revision: 1, name: 'Mine' }),
      () => restoreRevision(db, { ...otherAccount, restoredFrom: 0, base: 2, author: ann }),
    ];
    for (const verb of verbs) await refused('job-not-found', verb);
    const { revisions } = await listRevisions(db, job);
    assert.deepEqual(
      revisions.map(({ number, name }) => [number, name]),
      [
        [2, undefined],
        [1, undefined],
        [0, undefined],
      ],
    );
  }));
