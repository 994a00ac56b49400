import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectLanguages } from '#lib/recognition/language-doubt/detect-languages';
import type { RecognizedPiece } from '#lib/recognition/pieces/recognize-pieces';

const several = { languages: ['de', 'en', 'es', 'fr'] };
const german =
  'wir haben gestern lange darüber gesprochen und am Ende waren sich alle einig dass es so nicht weitergehen kann';
const english =
  'we talked about it for a long time yesterday and in the end everyone agreed that it can’t go on like this';

function hear(...texts: readonly string[]): RecognizedPiece[] {
  return texts.map((text, index) => {
    const startMs = index * 10_000;
    const endMs = startMs + 10_000;
    const words = text === '' ? [] : text.split(' ').map((text) => ({ text, startMs, endMs }));
    const piece = { index, channel: 0, startMs, endMs, coversMs: 10_000, silent: false };
    return { piece, words, language: undefined, timing: undefined };
  });
}

test('the language of most words is that of the recording, however many pieces the others have', async () => {
  const heard = hear(`${german} ${german}`, '', english);
  const { main, get, isOther } = await detectLanguages(heard, several, {});
  assert.equal(main, 'de');
  assert.deepEqual(heard.map(get), ['de', undefined, 'en']);
  assert.deepEqual(
    heard.map((piece) => isOther(piece, 'de-CH')),
    [false, false, true],
  );
  assert.deepEqual(
    heard.map((piece) => isOther(piece, null)),
    [false, false, false],
  );
  assert.deepEqual(
    heard.map((piece) => isOther(piece, 'gl')),
    [false, false, false],
    'Galician would be taken for another language',
  );
});

test('short pieces are told together, and none of them alone', async () => {
  const words = german.split(' ');
  const heard = hear(words.slice(0, 6).join(' '), words.slice(6, 12).join(' '), words.slice(12).join(' '));
  const { main, get } = await detectLanguages(heard, several, {});
  assert.equal(main, 'de');
  assert.deepEqual(heard.map(get), [undefined, undefined, undefined]);
});

test('no language is told by a few words, by two languages alike, of an engine with one language or a translation', async () => {
  const mainOf = async (...given: Parameters<typeof detectLanguages>) =>
    (await detectLanguages(...given)).main;
  assert.equal(await mainOf(hear('ja genau', 'guten Morgen'), several, {}), undefined);
  assert.equal(await mainOf(hear(german, english.split(' ').slice(0, 19).join(' ')), several, {}), undefined);
  assert.equal(await mainOf([], several, {}), undefined);
  assert.equal(await mainOf(hear(german), several, {}), 'de');
  assert.equal(await mainOf(hear(german), { languages: undefined }, {}), 'de');
  assert.equal(await mainOf(hear(german), { languages: ['en-US', 'en-GB'] }, {}), undefined);
  assert.equal(await mainOf(hear(english), several, { translate: true }), undefined);
});
