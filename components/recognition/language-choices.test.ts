import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageChoices, matchesLanguage, nameLanguage, understands } from './language-choices';
import type { OfferedEngine } from './offer';

function makeEngine(languages: string[] | undefined, detectsLanguage = false): OfferedEngine {
  return { id: 'x', name: 'x', languages, detectsLanguage, vocabulary: false };
}

test('languages are named in the reader’s language, those that can be chosen first', () => {
  const able = makeEngine(['fr', 'de']);
  const names = (locale: string) =>
    languageChoices([able, makeEngine(['en', 'de'])], [able], locale).map(
      ({ name, isUnderstood }) => `${name} ${isUnderstood}`,
    );
  assert.deepEqual(names('en'), ['French true', 'German true', 'English false']);
  assert.deepEqual(names('de'), ['Deutsch true', 'Französisch true', 'Englisch false']);
});

test('an engine that doesn’t say what it understands is offered with the usual languages, each with a name', () => {
  const choices = languageChoices([makeEngine(undefined)], [makeEngine(undefined)], 'en');
  assert.ok(choices.length > 90);
  assert.deepEqual(
    choices.filter(({ name, tag, isUnderstood }) => name === tag || !isUnderstood),
    [],
  );
});

test('an engine understands a region of its language, but not another region or script', () => {
  assert.ok(understands(makeEngine(['en']), 'en-GB'));
  assert.ok(understands(makeEngine(['en-US']), 'en'));
  assert.ok(!understands(makeEngine(['pt-PT']), 'pt-BR'));
  assert.ok(!understands(makeEngine(['zh-Hant']), 'zh-Hans'));
  assert.ok(!understands(makeEngine(['en']), 'not a tag'));
});

test('the language is found out by an engine that can, or that knows one only', () => {
  assert.ok(understands(makeEngine(['de', 'en'], true), 'auto'));
  assert.ok(understands(makeEngine(['en']), 'auto'));
  assert.ok(!understands(makeEngine(['de', 'en']), 'auto'));
});

test('a language is found by its name here, in English and in itself, without accents, or by its tag', () => {
  const german = { tag: 'de', name: nameLanguage('de', 'fr') };
  for (const typed of ['alle', 'Germ', 'DEUTSCH', 'de', ' allemand '])
    assert.ok(matchesLanguage(german, typed), typed);
  assert.ok(matchesLanguage({ tag: 'fr', name: 'French' }, 'francais'));
  assert.ok(!matchesLanguage(german, 'dutch'));
});

test('a tag that no language has is shown as it is', () => {
  assert.equal(nameLanguage('not a tag', 'en'), 'not a tag');
});
