import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { helpTopics } from '#components/shell/help-topics.ts';
import { parseHelp } from './parse-help';

test('headings, paragraphs and tables are read, and links to other files become text', () => {
  const markdown = `# Title

## Find and replace

One [legal hold](operations.md#legal-hold) of \`1:02\`
and more.

### History, sharing and export

| Key    | Command |
| ------ | ------- |
| Ctrl+E | Play    |
`;
  const text = (words: string) => [{ kind: 'text', text: words }];
  assert.deepEqual(parseHelp(markdown), [
    { kind: 'heading', level: 2, id: 'find-and-replace', text: 'Find and replace' },
    {
      kind: 'paragraph',
      parts: [
        { kind: 'text', text: 'One legal hold of ' },
        { kind: 'code', text: '1:02' },
        { kind: 'text', text: ' and more.' },
      ],
    },
    { kind: 'heading', level: 3, id: 'history-sharing-and-export', text: 'History, sharing and export' },
    {
      kind: 'table',
      rows: [
        [text('Key'), text('Command')],
        [text('Ctrl+E'), text('Play')],
      ],
    },
  ]);
});

test('each topic that the palettes find is a heading of the help, and nothing of its Markdown is left', () => {
  const blocks = parseHelp(readFileSync('docs/editor.md', 'utf8'));
  const anchors = blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
  assert.equal(new Set(anchors).size, anchors.length);
  for (const { href } of helpTopics) assert.ok(anchors.includes(href.replace('/help#', '')), href);
  for (const block of blocks) {
    if (block.kind !== 'paragraph') continue;
    for (const part of block.parts)
      if (part.kind === 'text') assert.doesNotMatch(part.text, /^#|^[-*|] |\]\(|`/);
  }
});
