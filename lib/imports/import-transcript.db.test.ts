import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { insertTranscribed, putting, refused, saying } from '#e2e/support/transcribed-job';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { database } from '#lib/db/database';
import { importTranscript, type ImportResult } from '#lib/imports/import-transcript';
import { previewImport } from '#lib/imports/preview-import';
import { saveImport } from '#lib/imports/save-import';
import { listRevisions } from '#lib/revisions/list-revisions';
import { readEdit, readRevision } from '#e2e/support/read-edit';
import { readTranscript } from '#lib/revisions/read-transcript';
import { addRecognition } from '#lib/revisions/recognitions/add-recognition';
import { saveEdit } from '#lib/revisions/save-edit';
import { toText, type Edit } from '#lib/transcript/edit';

await useOwnDatabase();
const { db } = database();
const folder = await makeTestFolder();

const author = { kind: 'owner', name: 'Ann' } as const;
type Job = Awaited<ReturnType<typeof insertTranscribed>>;
let files = 0;

const newFile = (): string => path.join(folder, `${++files}.txt`);

async function importText(job: Job, text: string, acceptMismatch = false): Promise<ImportResult> {
  const file = newFile();
  await writeFile(file, text);
  return importTranscript(db, { ...job, file, acceptMismatch, author });
}

/** Formats an edit as text with speaker names. */
const toFile = ({ monologues, speakers }: Edit): string =>
  monologues
    .map(({ speaker, content }) => `${speakers.find(({ id }) => id === speaker)?.name}: ${toText(content)}`)
    .join('\n\n');
const getTexts = ({ monologues }: Edit): string[] => monologues.map(({ content }) => toText(content));

test('an import is the next revision, restores what it was, and the same file again makes none', async () => {
  const job = await insertTranscribed(db);
  const machine = await readEdit(db, job);
  const text = toFile(machine).replace('Speaker 1', 'Ann').replace(' ', ' And ');
  const first = await importText(job, text);
  assert.equal(first.revision, 1);
  assert.equal(first.paragraphs, 6);
  assert.ok(first.matchingShare > 0.9);
  const edit = await readEdit(db, job);
  assert.equal(toFile(edit), text);
  assert.deepEqual(await readRevision(db, job, 0), machine);
  assert.deepEqual(await importText(job, text), { ...first, before: 1 });
  const { revisions } = await listRevisions(db, job);
  assert.deepEqual(
    revisions.map(({ number }) => number),
    [1, 0],
  );
  assert.deepEqual((await importText(job, toFile(machine))).revision, 2);
  assert.deepEqual(getTexts(await readEdit(db, job)), getTexts(machine));
});

test('what can’t be aligned is refused, and nothing is changed', async () => {
  const job = await insertTranscribed(db);
  await refused('transcript-mismatch', () => importText(job, 'Nothing of this was said there.'));
  await refused('invalid-parameters', () => importText(job, '{}'));
  await refused('job-not-found', () => importText({ ...job, jobId: 'unknown' }, 'x'));
  const other = await insertTranscribed(db);
  await refused('job-not-found', () => importText({ ...job, jobId: other.jobId }, 'x'));
  assert.equal((await readEdit(db, job)).revision, 0);
  assert.equal((await importText(job, 'Nothing of this was said there.', true)).revision, 1);
});

test('saves that come while a file is aligned stay: in words that it has too, the file counts', async () => {
  const job = await insertTranscribed(db);
  const { monologues, ...machine } = await readEdit(db, job);
  const [first, second, third] = monologues;
  const firstText = toText(first?.content ?? []);
  // The thread that reads the file blocks until the pipe is written to.
  const file = newFile();
  execFileSync('mkfifo', [file]);
  const importing = importTranscript(db, { ...job, file, acceptMismatch: false, author });
  const theirs = [saying(first, `${firstText} theirs`), saying(second, 'theirs'), saying(third, 'gone')];
  await saveEdit(db, { ...job, base: 0, change: putting(theirs), author });
  const texts = monologues.with(0, saying(first, `mine ${firstText}`)).with(2, saying(third, 'mine'));
  const written = writeFile(file, toFile({ ...machine, monologues: texts }));
  const [{ revision }] = await Promise.all([importing, written]);
  assert.equal(revision, 2);
  const expected = [`mine ${firstText} theirs`, 'theirs', 'mine'];
  assert.deepEqual(getTexts(await readEdit(db, job)).slice(0, 3), expected);
  assert.deepEqual(await readRevision(db, job, 1).then((edit) => edit.monologues.slice(0, 3)), theirs);
});

test('after a later recognition, a file has its words and times, and the text as it is changes nothing', async () => {
  const job = await insertTranscribed(db);
  const words = machineWords(60).map((word) => ({
    ...word,
    text: `${word.text}x`,
    startMs: word.startMs + 7,
  }));
  const recognized = {
    words,
    speakers: [{ id: 0, name: 'Speaker 1' }],
    monologues: [0, 1, 2].map((id) => ({ id, speaker: 0, from: id * 20, to: id * 20 + 20 })),
  };
  await db.transaction((tx) =>
    addRecognition(tx, { ...job, recognized, record: null, task: 'recognize', passage: null }),
  );
  const text = toFile(await readEdit(db, job));
  const { revision, matchingShare } = await importText(job, text);
  assert.deepEqual({ revision, matchingShare }, { revision: 1, matchingShare: 1 });
  assert.equal((await importText(job, text.replace(' ', ' own '))).revision, 2);
  const { monologues } = await readTranscript(db, job, 'latest');
  const timed = monologues.flatMap((monologue) => monologue.words).filter(({ text: word }) => word !== 'own');
  assert.deepEqual(
    timed.map(({ text: word, startMs }) => [word, startMs]),
    words.map(({ text: word, startMs }) => [word, startMs]),
  );
});

test('what was chosen of a file is saved on top of later saves, but not once its words are of an earlier recognition', async () => {
  const job = await insertTranscribed(db);
  const machine = await readEdit(db, job);
  const [first, second] = machine.monologues;
  const written = toText(first?.content ?? []).replace(' ', ' And ');
  const owner = { accountId: job.accountId };
  const file = newFile();
  await writeFile(
    file,
    toFile({ ...machine, monologues: machine.monologues.with(0, saying(first, written)) }),
  );
  const { version, firstWord, change } = await previewImport(
    db,
    { ...job, file, acceptMismatch: false },
    owner,
  );
  assert.deepEqual([version.revision, change.ids.length], [0, 1]);
  assert.equal((await readEdit(db, job)).revision, 0);
  await saveEdit(db, { ...job, base: 0, change: putting([saying(second, 'theirs')]), author });
  const chosen = { ...job, since: 0, firstWord, change, author };
  assert.deepEqual(await saveImport(db, chosen, owner), { revision: 2, before: 1 });
  const texts = getTexts(await readEdit(db, job));
  assert.deepEqual(texts.slice(0, 2), [written, 'theirs']);
  // Repeated, as after a lost response.
  assert.deepEqual(await saveImport(db, chosen, owner), { revision: 2, before: 2 });
  await refused('revision-not-found', () => saveImport(db, { ...chosen, since: 9 }, owner));
  const recognized = {
    words: machineWords(20),
    speakers: [{ id: 0, name: 'Speaker 1' }],
    monologues: [{ id: 0, speaker: 0, from: 0, to: 20 }],
  };
  await db.transaction((tx) =>
    addRecognition(tx, { ...job, recognized, record: null, task: 'recognize', passage: null }),
  );
  const { revision } = await readEdit(db, job);
  assert.equal(await saveImport(db, chosen, owner), undefined);
  assert.equal((await readEdit(db, job)).revision, revision);
});

test('imports beside two people who save without a pause are all in the history', async () => {
  const job = await insertTranscribed(db);
  const { monologues, ...machine } = await readEdit(db, job);
  const work = { isDone: false };
  const saved: string[] = [];
  const keepSaving = async (at: number): Promise<void> => {
    for (let i = 0; !work.isDone; i += 1) {
      const { revision: base, monologues: now } = await readEdit(db, job);
      const text = `person ${at} wrote ${i}`;
      const change = putting([saying(now[at], text)]);
      const { kind } = await saveEdit(db, { ...job, base, change, author });
      if (kind === 'saved') saved.push(text);
    }
  };
  const savers = [keepSaving(1), keepSaving(2)];
  const imported = [1, 2, 3].map((i) => `import ${i}`);
  for (const text of imported) {
    const file = toFile({ ...machine, monologues: monologues.with(4, saying(monologues[4], text)) });
    await importText(job, file);
  }
  work.isDone = true;
  await Promise.all(savers);
  const { revision } = await readEdit(db, job);
  const seen = new Set<string>();
  for (let number = 0; number <= revision; number += 1) {
    for (const text of getTexts(await readRevision(db, job, number))) seen.add(text);
  }
  assert.ok(saved.length > 0);
  assert.deepEqual(
    [...saved, ...imported].filter((text) => !seen.has(text)),
    [],
  );
});
