import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameResults } from './name-results.ts';

const take = (recording: string, extension: string, count: number) => {
  const names: string[] = [];
  for (const name of nameResults(recording, extension)) if (names.push(name) === count) break;
  return names;
};

test('a result is named after its recording', () => {
  assert.deepEqual(take('/in/talk.mp3', 'srt', 4), [
    ...['talk.srt', 'talk.mp3.srt', 'talk.mp3-2.srt', 'talk.mp3-3.srt'],
  ]);
  assert.deepEqual(take('talk', 'rich.json', 1), ['talk.rich.json']);
});

test('a name that no disk takes is shortened between characters, and its ending stays', () => {
  const longest = `${'a'.repeat(251)}.wav`;
  assert.deepEqual(take(longest, 'srt', 3), [
    `${'a'.repeat(251)}.srt`,
    `${'a'.repeat(247)}.wav.srt`,
    `${'a'.repeat(245)}.wav-2.srt`,
  ]);
  for (const character of ['ü', '語', '😀']) {
    const size = Buffer.byteLength(character);
    const recording = `${character.repeat(Math.floor(250 / size))}.webm`;
    for (const name of take(recording, 'rich.json', 3)) {
      assert.match(name, new RegExp(`^${character}+(\\.webm(-2)?)?\\.rich\\.json$`, 'u'));
      const bytes = Buffer.byteLength(name);
      assert.ok(bytes <= 255 && bytes > 255 - size, name);
    }
  }
});
