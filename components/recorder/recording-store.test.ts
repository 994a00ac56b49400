import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPiece, listRecordings, putRecording, readRecording, removeRecording } from './recording-store';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

function makeRecording(id: string, owner = 'ann@longhand.example') {
  return {
    id,
    owner,
    name: 'Talk 1/2',
    type: 'audio/webm;codecs=opus',
    startedAt: 1_767_225_600_000,
    seconds: 0,
  };
}

test('a recording is read back in order, with its sound only, as the same file each time', async () => {
  const [mine, other] = [makeRecording('a'), makeRecording('b')];
  await addPiece({ ...mine, seconds: 2 }, 1, bytes('two'));
  await addPiece({ ...mine, seconds: 1 }, 0, bytes('one '));
  await addPiece(other, 0, bytes('other'));
  const [first, again] = [await readRecording(mine), await readRecording(mine)];
  assert.equal(await first.text(), 'one two');
  assert.equal(first.name, 'Talk 1-2.webm');
  assert.deepEqual(
    [again.name, again.size, again.lastModified],
    [first.name, first.size, first.lastModified],
  );
});

test('an account is shown its own recordings that have sound, until they are removed', async () => {
  const owner = 'ben@longhand.example';
  await putRecording(makeRecording('silent', owner));
  await addPiece(makeRecording('spoken', owner), 0, bytes('hello'));
  assert.deepEqual(
    (await listRecordings(owner)).map(({ id }) => id),
    ['spoken'],
  );
  assert.deepEqual(await listRecordings('nobody@longhand.example'), []);
  await removeRecording('spoken');
  assert.deepEqual(await listRecordings(owner), []);
  assert.equal((await readRecording(makeRecording('spoken', owner))).size, 0);
});
