import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRecognition } from '#lib/api/submission/read-recognition';

const read = (body: string | undefined, type = 'application/json') =>
  readRecognition(
    new Request('http://longhand.example/v1/jobs/x/recognize', {
      method: 'POST',
      headers: { 'content-type': type },
      ...(body !== undefined && { body }),
    }),
  );

test('a body that is left out or empty chooses nothing, whatever its type', async () => {
  for (const body of [undefined, '', ' \n', '{}', '{"options":{}}', '{"engine":null}']) {
    assert.equal(await read(body), undefined, body);
  }
  assert.equal(await read('', 'application/x-www-form-urlencoded'), undefined);
  assert.deepEqual(await read('{"vocabulary":[]}'), { vocabulary: [] });
});

test('the choices are those of a submission, at the top level or below a member, and others are ignored', async () => {
  const chosen = { language: 'EN-gb', speakers: 2, audio_tracks: [2, 1], vocabulary: ['Mr.  Dashwood'] };
  const expected = { language: 'en-GB', speakers: 2, vocabulary: ['Mr. Dashwood'], audioTracks: [1, 2] };
  const others = { media_url: 5, name: '', callback_url: 'ftp://x' };
  assert.deepEqual(await read(JSON.stringify({ ...chosen, ...others })), expected);
  assert.deepEqual(await read(JSON.stringify({ options: chosen })), expected);
});

test('what is faulty is refused under the names of a submission, all at once', async () => {
  const refused = (body: string, names: string[], type?: string) =>
    assert.rejects(read(body, type), ({ reason }: { reason: { kind: string; parameters: object } }) => {
      assert.deepEqual([reason.kind, Object.keys(reason.parameters)], ['invalid-parameters', names]);
      return true;
    });
  await refused('{"language":5,"speakers":0}', ['options.language', 'options.speakers']);
  await refused('{"options":{"engine":""}}', ['options.engine']);
  for (const body of ['[]', 'null', '"en"', '{']) await refused(body, ['options']);
  await refused('{}', ['Content-Type'], 'text/plain');
  await assert.rejects(read(JSON.stringify('x'.repeat(1024 ** 2))), {
    reason: { kind: 'payload-too-large', maxBytes: 768 * 1024 },
  });
});
