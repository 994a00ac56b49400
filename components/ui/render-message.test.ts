import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@formatjs/icu-messageformat-parser';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { message } from '#lib/messages/message';
import { withLocale } from '#lib/messages/with-locale';
import { renderMessage } from './render-message';

const elements = { name: createElement('bdi', null, '{by} <b>'), date: 'today' };
const saved = message<{ name: string; date: string }>({
  en: parse('Saved by {name} on {date}.'),
  de: parse('Am {date} von {name} gespeichert'),
});

test('elements stand where each language has their arguments, and their text is left as it is', () => {
  const render = (locale: string) =>
    withLocale(locale, () => renderToStaticMarkup(renderMessage(saved, elements)));
  assert.equal(render('en'), 'Saved by <bdi>{by} &lt;b&gt;</bdi> on today.');
  assert.equal(render('de'), 'Am today von <bdi>{by} &lt;b&gt;</bdi> gespeichert');
});
