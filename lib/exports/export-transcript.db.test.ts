import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { insertJob, insertTranscribed, putting, refused, saying } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { pageLook } from '#lib/exports/documents/document-look';
import { drawFirstPage, exportTranscript, type ExportOptions } from '#lib/exports/export-transcript';
import { metrics } from '#lib/metrics/metrics';
import { toJson } from '#lib/exports/json/to-json';
import { readTranscript } from '#lib/revisions/read-transcript';
import { defaultTemplate } from '#lib/transcript/text/export-template';
import { readEdit } from '#e2e/support/read-edit';
import { saveEdit } from '#lib/revisions/save-edit';

/* The formats that are text. Word and PDF are tested where they are made. */

const target = {
  editorUrl: 'https://longhand.example/editor/x',
  look: pageLook(),
};
const all: ExportOptions = {
  format: 'text',
  version: 'latest',
};

test('a transcript is a file named after its recording, of the version that is asked for', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db, { name: 'Town/meeting.mp3' });
    const [first] = (await readEdit(db, job)).monologues;
    const change = putting([saying(first, 'Xylophone players rehearse.')]);
    await saveEdit(db, { ...job, base: 0, change, author: { kind: 'owner', name: 'Ann' } });
    const take = (options: Partial<ExportOptions>) =>
      exportTranscript(db, job, { ...all, ...options }, target);
    const { name, type, content } = await take({});
    assert.match(name, /^Town.?meeting\.txt$/);
    assert.equal(type, 'text/plain; charset=utf-8');
    assert.match(String(content), /^Speaker 1 {2}0:00\nXylophone players rehearse\.$/m);
    for (const version of ['machine', 0] as const) {
      assert.doesNotMatch(String((await take({ version })).content), /Xylophone/);
    }
    assert.match(String((await take({ format: 'srt' })).content), /^1\r?\n00:00:00,\d{3} --> /);
    assert.match(String((await take({ format: 'srt', speakers: true })).content), /^Speaker 1: /m);
    assert.match(String((await take({ format: 'vtt' })).content), /^WEBVTT/);
    const page = Buffer.from(await drawFirstPage(db, job, all, target)).toString();
    assert.match(page, /^<svg .*<title>Town.meeting\n.*Xylophone players rehearse\./s);
    const json = JSON.stringify(toJson(await readTranscript(db, job, 'latest')));
    assert.equal((await take({ format: 'json' })).content, json);
    await refused('revision-not-found', () => take({ version: 2 }));
  }));

test('what is long is written in a thread, and is the same', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db, { words: 3000 });
    const [first] = (await readEdit(db, job)).monologues;
    const change = putting([saying(first, 'Žlutý 日本 \u{1f600} kůň.')]);
    await saveEdit(db, { ...job, base: 0, change, author: { kind: 'owner', name: 'Ann' } });
    const countDone = async () =>
      (await metrics().threadTasks.get()).values.reduce((sum, { value }) => sum + value, 0);
    const before = await countDone();
    for (const version of ['machine', 'latest'] as const) {
      const { content } = await exportTranscript(db, job, { ...all, format: 'json', version }, target);
      const transcript = await readTranscript(db, job, version);
      assert.equal(Buffer.from(content).toString(), JSON.stringify(toJson(transcript)));
    }
    assert.equal((await countDone()) - before, 2);
  }));

test('times and speakers are left out on request', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const take = async (hasTimes: boolean, hasNames: boolean) => {
      const times = hasTimes ? ('turns' as const) : ('none' as const);
      const names = hasNames ? ('line' as const) : ('none' as const);
      const look = pageLook('UTC', undefined, { ...defaultTemplate, times, names });
      return String((await exportTranscript(db, job, all, { ...target, look })).content);
    };
    assert.doesNotMatch(await take(false, true), /\d:\d\d/);
    assert.match(await take(false, true), /Speaker 1/);
    assert.doesNotMatch(await take(true, false), /Speaker/);
    assert.match(await take(true, false), /0:00/);
  }));

test('only the owner takes a transcript away, and only one that is there', () =>
  withTestTransaction(async (db) => {
    const job = await insertTranscribed(db);
    const accountId = await makeAccount(db);
    const formats = ['text', 'markdown', 'word', 'tracked', 'pdf', 'json', 'srt', 'vtt'] as const;
    const waiting = await insertJob(db, { status: 'in_progress', endedAt: null });
    for (const format of formats) {
      const options = { ...all, format };
      await refused(
        'job-not-found',
        () => exportTranscript(db, { ...job, accountId }, options, target),
        format,
      );
      await refused('invalid-job-state', () => exportTranscript(db, waiting, options, target), format);
    }
  }));
