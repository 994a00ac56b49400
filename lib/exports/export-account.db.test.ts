import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { accounts } from '#drizzle/schema/accounts';
import { givenTranscripts } from '#drizzle/schema/given-transcripts';
import { pendingLinks } from '#drizzle/schema/pending-links';
import { makeAccount } from '#e2e/support/make-account';
import { makeRecord } from '#e2e/support/recognition-record';
import { makeJob } from '#e2e/support/make-job';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { exportAccount } from '#lib/exports/export-account';
import { trashJobs } from '#lib/jobs/trash/trash-jobs';
import { diskStorage } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';

const folder = await makeTestFolder();
let storage: Storage;

before(async () => {
  storage = diskStorage(path.join(folder, 'media'));
});

const record = makeRecord({ speed: 2, options: { language: 'en', speakers: 'off', vocabulary: 0 } });

async function readArchive(db: Db, accountId: string): Promise<Record<string, string>> {
  const archive = await new Response(exportAccount(db, { accountId, storage })).arrayBuffer();
  const files = Object.entries(unzipSync(new Uint8Array(archive)));
  return Object.fromEntries(files.map(([name, content]) => [name, strFromU8(content)]));
}

test('the archive has what is known of the account and of each of its jobs, with transcript and recording', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 12_34 });
    await writeFile(path.join(folder, 'recording'), 'sound');
    const { key: mediaKey } = await storage.adopt(path.join(folder, 'recording'));
    const names = { name: '../Größe/talk.wav', metadata: 'Ω' };
    await db
      .update(accounts)
      .set({ displayName: 'Ann Lee', vocabulary: ['Norland'] })
      .where(eq(accounts.id, accountId));
    await makeJob(db, accountId, {
      id: 'whole',
      mediaKey,
      words: 'all is said',
      priceCents: 25,
      recognitionOptions: { language: 'en' },
      recognition: record,
      ...names,
    });
    await makeJob(db, accountId, { id: 'failed', status: 'failed', task: 'align' });
    const paragraphs = [{ speaker: 'Ann', content: [{ text: 'Yes ' }, { tag: '[laughs]' }] }];
    await db.insert(givenTranscripts).values({ jobId: 'failed', paragraphs });
    const stranger = await makeAccount(db, { balanceCents: 100_00 });
    await makeJob(db, stranger, { words: 'a stranger said this' });
    for (const owner of [accountId, stranger])
      await db
        .insert(pendingLinks)
        .values({ accountId: owner, id: 'a', url: `http://${owner}/`, options: '{}' });
    const archive = await readArchive(db, accountId);
    const folders = Object.keys(archive).map((name) => name.replace(/^jobs\/.* (\w+)\//, 'jobs/$1/'));
    assert.deepEqual(folders.toSorted(), [
      'account.json',
      'jobs/failed/job.json',
      'jobs/failed/submitted-transcript.txt',
      'jobs/whole/job.json',
      'jobs/whole/recording.wav',
      'jobs/whole/transcript.json',
      'jobs/whole/transcript.txt',
      'ledger.csv',
      'security-log.jsonl',
    ]);
    const read = (end: string) =>
      archive[Object.keys(archive).find((name) => name.endsWith(end)) ?? ''] ?? '';
    const account = JSON.parse(read('account.json')) as Record<string, unknown>;
    assert.deepEqual(
      [account['balance'], account['display_name'], account['vocabulary']],
      [12.34, 'Ann Lee', ['Norland']],
    );
    const links = account['pending_links'] as Array<Record<string, unknown>>;
    assert.deepEqual(
      links.map(({ url, options }) => [url, options]),
      [[`http://${accountId}/`, '{}']],
    );
    assert.match(read('ledger.csv'), /12\.34/);
    assert.match(read('security-log.jsonl'), /"action":"account\.created".*\n$/);
    const job = JSON.parse(read('whole/job.json')) as Record<string, unknown>;
    const { name, metadata, price, recognition_options: options, recognition } = job;
    assert.deepEqual(
      { name, metadata, price, options, recognition },
      { ...names, price: 0.25, options: { language: 'en' }, recognition: record },
    );
    assert.equal(read('submitted-transcript.txt'), 'Ann: Yes [laughs]\n');
    assert.match(read('/transcript.txt'), /all is said/);
    assert.match(read('transcript.json'), /"said"/);
    assert.equal(read('recording.wav'), 'sound');
    for (const file of Object.keys(archive))
      assert.doesNotMatch(file, /\.\.|\\|^\//, 'a name leads nowhere else');
  }));

test('two jobs of the same name lie apart', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    for (const _ of [1, 2]) await makeJob(db, accountId, { status: 'failed', name: 'talk.wav' });
    const files = Object.keys(await readArchive(db, accountId)).filter((name) => name.endsWith('job.json'));
    assert.equal(new Set(files).size, 2);
  }));

test('what is in the trash is in the archive, with when it was moved there', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id } = await makeJob(db, accountId, { words: 'to be restored' });
    await trashJobs(db, { accountId, jobIds: [id] });
    const archive = await readArchive(db, accountId);
    const read = (end: string) =>
      archive[Object.keys(archive).find((name) => name.endsWith(`${id}/${end}`)) ?? ''] ?? '';
    assert.match(read('transcript.txt'), /to be restored/);
    const { trashed_on: trashedOn } = JSON.parse(read('job.json')) as { trashed_on: string | null };
    assert.ok(trashedOn !== null && !Number.isNaN(Date.parse(trashedOn)));
  }));

test('where only the copy to play is kept, the archive has that, and when the original was removed', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await writeFile(path.join(folder, 'copy'), 'the copy');
    const { key: renditionKey } = await storage.adopt(path.join(folder, 'copy'));
    const removed = { mediaKey: null, mediaRemovedAt: new Date('2026-01-02T00:00:00Z'), words: 'said' };
    await makeJob(db, accountId, {
      id: 'a',
      ...removed,
      renditionKey,
      renditionType: 'audio/mp4',
      peaksKey: 'p',
    });
    await makeJob(db, accountId, {
      id: 'v',
      ...removed,
      renditionKey,
      renditionType: 'video/mp4',
      peaksKey: 'p',
    });
    const archive = await readArchive(db, accountId);
    const read = (end: string) => archive[Object.keys(archive).find((name) => name.endsWith(end)) ?? ''];
    assert.equal(read(' a/playable-copy.m4a'), 'the copy');
    assert.equal(read(' v/playable-copy.mp4'), 'the copy');
    assert.match(read(' a/job.json') ?? '', /"original_removed_on": "2026-01-02T00:00:00\.000Z"/);
    assert.ok(!Object.keys(archive).some((name) => name.includes('/recording')));
  }));
