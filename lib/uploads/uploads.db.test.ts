import assert from 'node:assert/strict';
import { readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { like } from 'drizzle-orm';
import { listFiles } from '#e2e/support/list-files';
import { makeAccount } from '#e2e/support/make-account';
import { readCents, listTasks } from '#e2e/support/read-rows';
import { parseMetrics, sumSamples } from '#e2e/support/read-metrics';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { testWith } from '#e2e/support/with-settings';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { makeSilence } from '#e2e/support/write-silence';
import { metrics } from '#lib/metrics/metrics';
import { withLocale } from '#lib/messages/with-locale';
import { uploadTranscripts } from '#drizzle/schema/upload-transcripts';
import { readGivenTranscript } from '#lib/jobs/read/read-given-transcript';
import { newId } from '#lib/ids/new-id';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { openStorage } from '#lib/storage/open-storage';
import { addTranscript, removeTranscript, sweepTranscripts } from '#lib/uploads/transcripts';
import { findSubmitted, submitUpload, totalPrice } from '#lib/uploads/submit-upload';
import { listUploads } from '#lib/uploads/list-uploads';
import { noteOfUpload } from '#lib/uploads/note-of-upload';
import { uploadKeptMs } from '#lib/uploads/upload-store';
import { measureUpload } from '#lib/uploads/measure-upload';
import { receiveUpload } from '#lib/uploads/receive-upload';
import { sweepUploads } from '#lib/uploads/sweep-uploads';

/* An upload from its first byte to its job, without a browser. */

const where = '/jobs/uploads';

const dataDir = await makeTestFolder();

const test = testWith(() => ({
  dataDir,
  maxUploadBytes: 5_000_000,
  maxOpenUploads: 8,
  maxOpenUploadBytes: 12_000_000,
}));

function ask(
  accountId: string,
  method: string,
  id: string | undefined,
  headers: Record<string, string>,
  body?: Buffer,
): Promise<Response> {
  const request = new Request(`http://longhand.example${where}${id === undefined ? '' : `/${id}`}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  return receiveUpload(request, { accountId, path: where });
}

function begin(accountId: string, bytes: number, metadata: Record<string, string>): Promise<Response> {
  const encoded = Object.entries(metadata).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  );
  const headers = { 'upload-length': String(bytes), 'upload-metadata': encoded.join(',') };
  return ask(accountId, 'POST', undefined, headers);
}

function send(accountId: string, id: string, offset: number, body: Buffer): Promise<Response> {
  const type = 'application/offset+octet-stream';
  return ask(accountId, 'PATCH', id, { 'upload-offset': String(offset), 'content-type': type }, body);
}

const talk = { filename: 'talk.wav', filetype: 'audio/wav' };

/** Creates an upload of this content and sends its first `sent` bytes. Returns its ID. */
async function upload(accountId: string, content: Buffer, sent = content.length): Promise<string> {
  const begun = await begin(accountId, content.length, talk);
  assert.equal(begun.status, 201);
  const id = (begun.headers.get('location') ?? '').split('/').at(-1) ?? '';
  assert.equal((await send(accountId, id, 0, content.subarray(0, sent))).status, 204);
  return id;
}

const filesBelow = (...folder: string[]) => listFiles(path.join(dataDir, ...folder));

test('an upload is counted when it begins, as its bytes come, and when it is whole', async () => {
  const count = async () => {
    const samples = parseMetrics(await metrics().registry.metrics());
    const names = ['uploads_begun_total', 'uploads_ended_total', 'upload_bytes_total'];
    return names.map((name) => sumSamples(samples, `longhand_${name}`, { source: 'site' }) ?? 0);
  };
  const accountId = newId();
  const content = makeSilence(1);
  const before = await count();
  const since = async () => (await count()).map((value, i) => value - (before[i] ?? 0));
  assert.equal((await begin(accountId, 10, { ...talk, filetype: 'text/plain' })).status, 415);
  const id = await upload(accountId, content, 1000);
  assert.deepEqual(await since(), [1, 0, 1000]);
  assert.equal((await send(accountId, id, 1000, content.subarray(1000))).status, 204);
  assert.deepEqual(await since(), [1, 1, content.length]);
});

test('an upload resumes where it broke off, is measured when it is whole, and priced by its length', async () => {
  const accountId = newId();
  const content = makeSilence(61);
  const uploadId = await upload(accountId, content, 1_000_000);
  const half = await ask(accountId, 'HEAD', uploadId, {});
  assert.equal(half.headers.get('upload-offset'), '1000000');
  assert.equal(await measureUpload({ accountId, uploadId }), undefined);
  assert.equal((await send(accountId, uploadId, 1_000_000, content.subarray(1_000_000))).status, 204);
  assert.equal(await totalPrice({ accountId, uploads: [{ uploadId }] }), 0, 'not measured yet');
  const prices = { recognize: 50, align: 20 };
  assert.deepEqual(await measureUpload({ accountId, uploadId }), { durationSeconds: 61, prices });
  const short = await upload(accountId, makeSilence(1));
  await measureUpload({ accountId, uploadId: short });
  const others = [short, newId(), '../x'].map((id) => ({ uploadId: id }));
  assert.equal(await totalPrice({ accountId, uploads: [{ uploadId }, ...others] }), 75);
  assert.equal(await totalPrice({ accountId, uploads: [{ uploadId, withTranscript: true }, ...others] }), 45);
});

test('an upload that can’t be transcribed is explained', async () => {
  const accountId = newId();
  const uploadId = await upload(accountId, Buffer.from('This is no recording.'));
  const measured = await measureUpload({ accountId, uploadId });
  assert.match(measured && 'fault' in measured ? measured.fault : '', /not audio or video/);
});

test('a file without a name, of another type, or larger than is permitted is refused, and nothing is stored', async () => {
  const accountId = newId();
  const { filename, filetype } = talk;
  const wrongType = { filename, filetype: 'text/html' };
  const answers = [
    await begin(accountId, 10, { filetype }),
    await begin(accountId, 10, wrongType),
    await begin(accountId, 10, { filename, filetype: 'application/zip' }),
    await begin(accountId, 5_000_001, talk),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [400, 415, 415, 413],
  );
  assert.equal(
    await answers[1]?.text(),
    'This file type isn’t supported. Choose audio or video, such as MP3, M4A, WAV, FLAC, MP4 or MOV.',
  );
  const inGerman = await withLocale('de', () => begin(accountId, 10, wrongType));
  assert.equal(
    await inGerman.text(),
    'Dieser Dateityp wird nicht unterstützt. Wählen Sie Ton oder Video, etwa MP3, M4A, WAV, FLAC, MP4 oder MOV.',
  );
  assert.deepEqual(await filesBelow('uploads', accountId), []);
});

test('an account has so many open uploads and no more, however many begin at once, and the sweep makes room', async () => {
  const accountId = newId();
  for (let begun = 0; begun < 5; begun += 1) await upload(accountId, makeSilence(1), 1000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => begin(accountId, 100, talk)));
  const statuses = answers.map(({ status }) => status);
  assert.ok(
    statuses.every((status) => status === 201 || status === 429),
    statuses.join(),
  );
  const open = await filesBelow('uploads', accountId);
  const taken = statuses.filter((status) => status === 201).length;
  assert.ok(taken <= 3);
  assert.equal(open.length, 2 * (5 + taken), 'nothing is left of those refused');
  const refused = await Promise.all(answers.filter(({ status }) => status === 429).map((a) => a.text()));
  assert.match(refused[0] ?? '', /^You have too many unfinished uploads\./);
  assert.equal((await begin(newId(), 100, talk)).status, 201, 'another account has its own');

  for (let left = 3 - taken; left > 0; left -= 1) await upload(accountId, makeSilence(1));
  assert.equal((await begin(accountId, 100, talk)).status, 429);
  await sweepUploads(path.join(dataDir, 'uploads'), new Date(Date.now() + 1000));
  assert.equal((await begin(accountId, 100, talk)).status, 201);
});

test('open uploads count with the bytes that were declared, or with all that one may have', async () => {
  const accountId = newId();
  const [first, second] = [await begin(accountId, 5_000_000, talk), await begin(accountId, 5_000_000, talk)];
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.equal((await begin(accountId, 2_000_001, talk)).status, 429);
  const unknown = { 'upload-defer-length': '1', 'upload-metadata': 'filename eA==,filetype YXVkaW8vd2F2' };
  assert.equal((await ask(accountId, 'POST', undefined, unknown)).status, 429);
  assert.equal((await begin(accountId, 2_000_000, talk)).status, 201);
  const id = first.headers.get('location')?.split('/').at(-1);
  assert.equal((await ask(accountId, 'DELETE', id, {})).status, 204);
  assert.equal((await ask(accountId, 'POST', undefined, unknown)).status, 201);
  assert.equal((await begin(accountId, 1, talk)).status, 429);
});

test('another account’s upload is not found, and stays', async () => {
  const [mine, theirs] = [newId(), newId()];
  const content = makeSilence(1);
  const id = await upload(theirs, content, 1000);
  assert.equal((await ask(mine, 'HEAD', id, {})).status, 404);
  assert.equal((await send(mine, id, 1000, content.subarray(1000))).status, 404);
  assert.equal((await ask(mine, 'DELETE', id, {})).status, 404);
  assert.equal(await measureUpload({ accountId: mine, uploadId: id }), undefined);
  assert.equal((await ask(theirs, 'HEAD', id, {})).headers.get('upload-offset'), '1000');
});

test('a full disk is told as such, and the upload goes on when there is room again', async () => {
  const accountId = newId();
  const content = makeSilence(1);
  const id = await upload(accountId, content, 1000);
  const file = path.join(dataDir, 'uploads', accountId, id);
  await rename(file, `${file}.away`);
  // A device that is always full, and has the size of an empty file.
  await symlink('/dev/full', file);
  const refused = await send(accountId, id, 0, content);
  assert.deepEqual(
    [refused.status, await refused.text()],
    [507, 'The server’s disk is full. Upload the file again later.'],
  );
  await rename(`${file}.away`, file);
  assert.equal((await send(accountId, id, 1000, content.subarray(1000))).status, 204);
});

test('an upload that is removed leaves no file', async () => {
  const accountId = newId();
  const id = await upload(accountId, makeSilence(1), 1000);
  assert.equal((await filesBelow('uploads', accountId)).length, 2);
  assert.equal((await ask(accountId, 'DELETE', id, {})).status, 204);
  assert.deepEqual(await filesBelow('uploads', accountId), []);
});

test('a measured upload becomes a job at the price of its length, and the same job when it is asked for again', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 1_00 });
    const content = makeSilence(61);
    const uploadId = await upload(accountId, content);
    assert.equal(await submitUpload(db, { accountId, uploadId }), undefined, 'not measured yet');
    await measureUpload({ accountId, uploadId });
    const job = await submitUpload(db, { accountId, uploadId });
    const { name, origin, durationSeconds, priceCents, mediaKey, mediaBytes } = job ?? {};
    assert.deepEqual(
      { name, origin, durationSeconds, priceCents, mediaBytes },
      { name: 'talk.wav', origin: 'site', durationSeconds: 61, priceCents: 50, mediaBytes: content.length },
    );
    assert.deepEqual(await openStorage().withLocalFile(mediaKey ?? '', (file) => readFile(file)), content);
    assert.deepEqual(await filesBelow('uploads', accountId), []);
    assert.deepEqual(await submitUpload(db, { accountId, uploadId }), job);
    const uploadIds = [await upload(accountId, makeSilence(1)), uploadId];
    assert.deepEqual(await findSubmitted(db, { accountId, uploadIds }), [uploadId]);
    const stranger = await makeAccount(db);
    assert.deepEqual(await findSubmitted(db, { accountId: stranger, uploadIds }), []);
    assert.equal(await readCents(db, accountId), 50);
    assert.equal((await listTasks(db, 'transcribe-job')).length, 1);
    assert.deepEqual(await filesBelow('media'), [mediaKey]);
    await openStorage().remove(mediaKey ?? '');
  }));

test('where the balance is too low the submission is refused, and the upload stays to be submitted later', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 0 });
    const uploadId = await upload(accountId, makeSilence(1));
    await measureUpload({ accountId, uploadId });
    await assert.rejects(submitUpload(db, { accountId, uploadId }), {
      reason: { kind: 'out-of-credit', balanceCents: 0 },
    });
    assert.deepEqual(await filesBelow('media'), []);
    assert.deepEqual((await filesBelow('uploads', accountId)).toSorted(), [uploadId, `${uploadId}.json`]);
    assert.equal(await totalPrice({ accountId, uploads: [{ uploadId }] }), 25);
  }));

test('an upload is submitted with choices of recognition, and stays where no engine can do them', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const uploadId = await upload(accountId, makeSilence(1));
    await measureUpload({ accountId, uploadId });
    const submit = (recognition: RecognitionOptions) =>
      submitUpload(db, { accountId, uploadId, asked: { recognition } });
    await assert.rejects(submit({ engine: 'no such engine' }), /options\.engine/);
    assert.deepEqual(await filesBelow('media'), []);
    assert.deepEqual((await filesBelow('uploads', accountId)).toSorted(), [uploadId, `${uploadId}.json`]);
    const job = await submit({ language: 'en', engine: 'pocketsphinx' });
    assert.deepEqual(job?.recognitionOptions, { language: 'en', engine: 'pocketsphinx' });
    await openStorage().remove(job?.mediaKey ?? '');
  }));

test('an upload is not another account’s to submit', () =>
  withTestTransaction(async (db) => {
    const [mine, theirs] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    const uploadId = await upload(theirs, makeSilence(1));
    await measureUpload({ accountId: theirs, uploadId });
    assert.equal(await submitUpload(db, { accountId: mine, uploadId }), undefined);
    assert.equal((await filesBelow('uploads', theirs)).length, 2);
  }));

test('the account’s open uploads are listed with how far they are, what they cost, their options and their end', () =>
  withTestTransaction(async (db) => {
    const [mine, theirs] = [newId(), newId()];
    const content = makeSilence(61);
    const partial = await upload(mine, content, 1000);
    const whole = await upload(mine, content);
    await begin(mine, 100, talk);
    await upload(theirs, makeSilence(1));
    const which = { accountId: mine, uploadId: whole };
    // The options are saved while it is measured: neither update replaces the other.
    await Promise.all([measureUpload(which), noteOfUpload(which, { options: '{"language":"de"}' })]);
    await noteOfUpload({ accountId: theirs, uploadId: partial }, { options: '{}' });
    const listed = await listUploads(db, { accountId: mine });
    const shared = { name: 'talk.wav', bytes: content.length };
    assert.deepEqual(
      new Map(listed.map(({ uploadId, expiresAt: _expiresAt, ...upload }) => [uploadId, upload])),
      new Map([
        [
          partial,
          { ...shared, sentBytes: 1000, measured: undefined, options: undefined, transcript: undefined },
        ],
        [
          whole,
          {
            ...{ ...shared, sentBytes: content.length, options: '{"language":"de"}', transcript: undefined },
            measured: { durationSeconds: 61, prices: { recognize: 50, align: 20 } },
          },
        ],
      ]),
    );
    const [first] = listed;
    assert.ok(first);
    const folder = path.join(dataDir, 'uploads');
    await sweepUploads(folder, new Date(first.expiresAt.getTime() - uploadKeptMs));
    assert.equal((await listUploads(db, { accountId: mine })).length, 2);
    await sweepUploads(folder, new Date(Date.now() + 1000));
    assert.deepEqual(await listUploads(db, { accountId: mine }), []);
  }));

test('the transcript of an upload is the account’s own, is replaced, priced and submitted, and goes with the upload', () =>
  withTestTransaction(async (db) => {
    const [accountId, stranger] = [await makeAccount(db, { balanceCents: 1_00 }), await makeAccount(db)];
    const uploadId = await upload(accountId, makeSilence(61));
    await measureUpload({ accountId, uploadId });
    const file = path.join(dataDir, 'talk.txt');
    const add = async (text: string | Buffer, owner = accountId) => {
      await writeFile(file, text);
      return addTranscript(db, { accountId: owner, uploadId, file, fileName: 'C:\\texts\\talk.txt' });
    };
    assert.equal(await add('Hello.', stranger), undefined);
    assert.equal(await add('Hello.'), 'talk.txt');
    await assert.rejects(add(Buffer.from([0, 1, 2, 3])), /neither text nor a Word document/);
    assert.equal(await add('Anna: Good morning.\nAnna: Good night.'), 'talk.txt');
    const many = Array.from({ length: 100 }, (_, i) => ({
      accountId,
      uploadId: `o${i}`,
      name: 'a',
      paragraphs: [],
    }));
    await db.insert(uploadTranscripts).values(many);
    await assert.rejects(add('One more.'), /At most 100 transcripts/);
    await db.delete(uploadTranscripts).where(like(uploadTranscripts.uploadId, 'o%'));
    await removeTranscript(db, { accountId: stranger, uploadId });
    assert.deepEqual(
      (await listUploads(db, { accountId })).map(({ transcript }) => transcript),
      ['talk.txt'],
    );
    // Swept once its upload is gone.
    const later = new Date(Date.now() + 1000);
    await sweepTranscripts(db, later);
    const submit = () => submitUpload(db, { accountId, uploadId, withTranscript: true });
    await removeTranscript(db, { accountId, uploadId });
    await assert.rejects(submit(), /transcript was removed/, 'it is not recognized instead');
    assert.deepEqual(await filesBelow('media'), []);
    await add('Anna: Good morning.\nAnna: Good night.');
    const job = await submit();
    assert.deepEqual([job?.task, job?.priceCents], ['align', 20]);
    const given = ['Good morning.', 'Good night.'].map((text) => ({ speaker: 'Anna', content: [{ text }] }));
    assert.deepEqual(await readGivenTranscript(db, { jobId: job?.id ?? '' }), given);
    await openStorage().remove(job?.mediaKey ?? '');
    const left = () => db.select({ uploadId: uploadTranscripts.uploadId }).from(uploadTranscripts);
    assert.deepEqual(await left(), []);
    const removed = await upload(accountId, makeSilence(1));
    await db.insert(uploadTranscripts).values({ accountId, uploadId: removed, name: 'a', paragraphs: given });
    await ask(accountId, 'DELETE', removed, {});
    await sweepTranscripts(db, new Date(Date.now() - 60_000));
    assert.deepEqual(await left(), [{ uploadId: removed }]);
    await sweepTranscripts(db, later);
    assert.deepEqual(await left(), []);
  }));
