import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '#messages/languages';
import { chooseLocale } from '#lib/messages/choose-locale';
import { findLanguage } from '#lib/messages/locale';

/** As if there were a folder of messages with this tag. */
function withLanguage(tag: string, run: () => void): void {
  const tags = languages as unknown as string[];
  tags.push(tag);
  try {
    run();
  } finally {
    tags.pop();
  }
}

test('a locale has the messages of its region, else of its language', () =>
  withLanguage('pt-BR', () => {
    const found = ['pt-BR', 'pt-br', 'de-CH', 'EN', 'pt', 'pt-PT', 'fr'].map(findLanguage);
    assert.deepEqual(found, ['pt-BR', 'pt-BR', 'de', 'en', undefined, undefined, undefined]);
  }));

test('a reader whose browser or setting names the language of a region gets it', () =>
  withLanguage('pt-BR', () => {
    assert.equal(chooseLocale({ acceptLanguage: 'pt-BR, en;q=0.5' }), 'pt-BR');
    assert.equal(chooseLocale({ language: 'pt-BR', acceptLanguage: 'en' }), 'pt-BR');
  }));
