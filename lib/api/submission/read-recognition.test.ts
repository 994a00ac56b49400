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

/** The members that were chosen. */
const getChosen = (read: object) =>
  Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));

test('a body that is left out or empty chooses nothing, whatever its type', async () => {
  for (const body of [undefined, '', ' \n', '{}', '{"options":{}}', '{"engine":null}']) {
    assert.deepEqual(getChosen(await read(body)), {}, body);
  }
  assert.deepEqual(await read('', 'application/x-www-form-urlencoded'), {});
  assert.deepEqual(getChosen(await read('{"vocabulary":[]}')), { recognition: { vocabulary: [] } });
});

test('a part is a task, or a passage in seconds', async () => {
  assert.deepEqual(getChosen(await read('{"task":"speakers","speakers":3}')), {
    ...{ task: 'speakers', recognition: { speakers: 3 } },
  });
  const passage = { start: 80, end: 105.5004 };
  for (const body of [{ passage }, { options: { passage, task: null } }]) {
    assert.deepEqual(getChosen(await read(JSON.stringify(body))), {
      passage: { startMs: 80_000, endMs: 105_500 },
    });
  }
  const faulty = [
    { start: 1 },
    { start: -1, end: 2 },
    { start: '1', end: 2 },
    [1, 2],
    { start: 1, end: 1e9 },
  ];
  for (const given of faulty) {
    await assert.rejects(
      read(JSON.stringify({ passage: given, task: 'align' })),
      ({ reason }: { reason: { parameters: object } }) => {
        assert.deepEqual(Object.keys(reason.parameters), ['options.task', 'options.passage']);
        return true;
      },
    );
  }
});

test('the choices are those of a submission, at the top level or below a member, and others are ignored', async () => {
  const chosen = { language: 'EN-gb', speakers: 2, audio_tracks: [2, 1], vocabulary: ['Mr.  Dashwood'] };
  const expected = { language: 'en-GB', speakers: 2, vocabulary: ['Mr. Dashwood'], audioTracks: [1, 2] };
  const others = { media_url: 5, name: '', callback_url: 'ftp://x' };
  for (const body of [{ ...chosen, ...others }, { options: chosen }]) {
    assert.deepEqual(getChosen(await read(JSON.stringify(body))), { recognition: expected });
  }
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
