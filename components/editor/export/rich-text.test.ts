import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEdit, put } from '#e2e/support/transcript/random-changes';
import { toRichText } from './rich-text';

const { edit, words } = toEdit([2, 2]);

test('a monologue is a paragraph with its speaker in bold, and its time when asked for', () => {
  assert.deepEqual(toRichText(edit, words, { times: true, speakers: true }), {
    html: '<p dir="auto"><strong>Speaker 1</strong> (0:00): w0 w1</p>\n<p dir="auto"><strong>Speaker 2</strong> (0:00): w2 w3</p>',
    text: 'Speaker 1 (0:00): w0 w1\n\nSpeaker 2 (0:00): w2 w3',
  });
  assert.equal(
    toRichText(edit, words, { times: false, speakers: true }).text.split('\n')[0],
    'Speaker 1: w0 w1',
  );
  assert.equal(
    toRichText(edit, words, { times: true, speakers: false }).text.split('\n')[0],
    '(0:00): w0 w1',
  );
  const { html } = toRichText(edit, words, { times: false, speakers: false });
  assert.equal(html.split('\n')[0], '<p dir="auto">w0 w1</p>');
});

test('markup stays text, marks of direction go, and an empty monologue is left out', () => {
  const strange = put(
    edit,
    { id: 'm0', text: '<img src=x onerror=alert(1)> &\u202e' },
    { id: 'm1', text: ' ' },
  );
  strange.speakers = [{ id: 0, name: '</strong><script>' }, ...strange.speakers.slice(1)];
  assert.equal(
    toRichText(strange, words, { times: false, speakers: true }).html,
    '<p dir="auto"><strong>&lt;/strong&gt;&lt;script&gt;</strong>: &lt;img src=x onerror=alert(1)&gt; &amp;</p>',
  );
});
