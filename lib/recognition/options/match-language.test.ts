import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageFor, matchLanguage } from '#lib/recognition/options/match-language';

const cases: Array<[asked: string, languages: string[] | undefined, served: string | undefined]> = [
  ['en', ['de', 'en'], 'en'],
  ['en-GB', ['en'], 'en'],
  ['en', ['en-US'], 'en-US'],
  ['en-GB', ['en-US', 'en-GB'], 'en-GB'],
  ['pt-BR', ['pt-PT'], undefined],
  ['pt-BR', ['pt-PT', 'pt'], 'pt'],
  ['zh-TW', ['zh-Hant-TW'], 'zh-Hant-TW'],
  ['zh-Hans', ['zh-Hant'], undefined],
  ['yue', ['zh'], undefined],
  ['de', [], undefined],
  ['sw', undefined, 'sw'],
];

for (const [asked, languages, served] of cases) {
  const engine = languages === undefined ? 'that does not say' : `of ${languages.join(', ') || 'none'}`;
  test(`an engine ${engine} serves ${asked} with ${served ?? 'nothing'}`, () =>
    assert.equal(matchLanguage(asked, { languages }), served));
}

test('without a language, or with auto, an engine of one language gets that one, and others find out', () => {
  for (const asked of [undefined, 'auto']) {
    assert.equal(languageFor(asked, { languages: ['en'] }), 'en');
    assert.equal(languageFor(asked, { languages: ['en', 'de'] }), undefined);
    assert.equal(languageFor(asked, { languages: undefined }), undefined);
  }
  assert.equal(languageFor('en-GB', { languages: ['de', 'en'] }), 'en');
});
