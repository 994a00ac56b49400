import assert from 'node:assert/strict';
import { test } from 'node:test';
import { droppedFiles, leaveFiles, noFiles, takeFiles } from './dropped-files';

test('files left one after the other are taken together, once', () => {
  const [first, second] = [new File(['1'], 'first.wav'), new File(['2'], 'second.wav')];
  leaveFiles([first]);
  leaveFiles([second]);
  assert.deepEqual(
    takeFiles().map(({ name }) => name),
    ['first.wav', 'second.wav'],
  );
  assert.equal(droppedFiles.get(), noFiles);
  assert.deepEqual(takeFiles(), []);
});
