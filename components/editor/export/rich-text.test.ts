import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEdit, put } from '#e2e/support/transcript/random-changes';
import { defaultTemplate, type ExportTemplate } from '#lib/transcript/text/export-template';
import { defaultTimeStyle } from '#lib/transcript/text/time-code';
import { toRichText } from './rich-text';

const { edit, words } = toEdit([2, 2]);

test('a monologue is a paragraph with its speaker in bold and its time, as the template has them', () => {
  assert.deepEqual(toRichText(edit, words), {
    html: '<p dir="auto"><strong>Speaker 1</strong>&nbsp; 0:00<br>w0 w1</p>\n<p dir="auto"><strong>Speaker 2</strong>&nbsp; 0:00<br>w2 w3</p>',
    text: 'Speaker 1  0:00\nw0 w1\n\nSpeaker 2  0:00\nw2 w3',
  });
  const copy = (part: Partial<ExportTemplate>) =>
    toRichText(edit, words, { ...defaultTemplate, ...defaultTimeStyle, ...part });
  assert.equal(copy({ times: 'none', names: 'inline' }).text.split('\n')[0], 'Speaker 1: w0 w1');
  assert.equal(copy({ times: '30', names: 'none' }).text.split('\n')[0], '(0:00) w0 w1');
  const { html } = copy({ times: 'none', names: 'none' });
  assert.equal(html.split('\n')[0], '<p dir="auto">w0 w1</p>');
});

test('markup stays text, marks of direction go, and an empty monologue is left out', () => {
  const strange = put(
    edit,
    { id: 'm0', text: '<img src=x onerror=alert(1)> &\u202e' },
    { id: 'm1', text: ' ' },
  );
  const bare = { ...defaultTemplate, ...defaultTimeStyle, times: 'none', names: 'inline' } as const;
  strange.speakers = [{ id: 0, name: '</strong><script>' }, ...strange.speakers.slice(1)];
  assert.equal(
    toRichText(strange, words, bare).html,
    '<p dir="auto"><strong>&lt;/strong&gt;&lt;script&gt;:</strong> &lt;img src=x onerror=alert(1)&gt; &amp;</p>',
  );
});
