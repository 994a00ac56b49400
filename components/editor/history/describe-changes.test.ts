import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeUp } from '#components/editor/document/paragraphs/merge.ts';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { split } from '#components/editor/document/paragraphs/split.ts';
import { toEdit } from '#components/editor/document/to-document.ts';
import { replaceHits } from '#components/editor/find/replace-hits.ts';
import { testEditor, type TestEditor } from '#e2e/support/editor/test-document';
import { withLocale } from '#lib/messages/with-locale';
import { summarizeChange, type ChangeFact } from '#lib/transcript/summary/summarize-change';
import { describeChanges, describeSession } from './describe-changes';

const open = () =>
  testEditor([
    { speaker: 0, content: 'so um one two three' },
    { speaker: 1, content: 'four five, um' },
    { speaker: 0, content: 'six seven' },
  ]);

/** The history's description of a change that was saved at once. */
function describe(act: (sample: TestEditor) => void): string[] {
  const sample = open();
  const before = toEdit(sample.state.doc);
  act(sample);
  const after = toEdit(sample.state.doc);
  const known = new Map(before.monologues.map((monologue) => [monologue.id, JSON.stringify(monologue)]));
  const same = new Set(
    after.monologues.filter((each) => known.get(each.id) === JSON.stringify(each)).map(({ id }) => id),
  );
  const [was, is] = [before, after].map(({ speakers, monologues }) => ({
    speakers,
    monologues: monologues.filter(({ id }) => !same.has(id)),
  }));
  if (was === undefined || is === undefined) throw new Error('there are two sides');
  return describeChanges({ summary: summarizeChange(was, is), monologuesChanged: is.monologues.length });
}

const splitAt = (position: number) => (sample: TestEditor) => {
  sample.select(position);
  singleUndoStep(sample, split(sample.state));
};

test('what the editor’s own commands do is told by their names', () => {
  assert.deepEqual(describe(splitAt(7)), ['Split a paragraph']);
  assert.deepEqual(
    describe((sample) => {
      splitAt(7)(sample);
      splitAt(4)(sample);
    }),
    ['Split paragraphs 2 times'],
  );
  const merge = (sample: TestEditor) => {
    sample.select(sample.state.doc.child(0).nodeSize + 1);
    const tr = mergeUp(sample.state);
    if (tr !== undefined) singleUndoStep(sample, tr);
  };
  assert.deepEqual(describe(merge), ['Merged two paragraphs']);
  assert.deepEqual(
    describe((sample) => sample.dispatch(sample.state.tr.insertText('oh ', 1))),
    ['Edited 1 paragraph'],
  );
  assert.deepEqual(
    describe((sample) => {
      const hits = sample.state.doc.children.map((node) => ({
        node,
        matches: [...node.textContent.matchAll(/um/g)].map(({ index }) => ({ from: index, to: index + 2 })),
      }));
      singleUndoStep(sample, replaceHits(sample.state, hits, 'er'));
    }),
    ['Replaced 2 matches'],
  );
  assert.deepEqual(
    describe((sample) => {
      const names = [{ id: 0, name: 'Interviewer' }];
      const speakers = toEdit(sample.state.doc).speakers.map((each) => names[each.id] ?? each);
      sample.dispatch(sample.state.tr.setDocAttribute('speakers', speakers).insertText('oh ', 1));
    }),
    ['Renamed \u2068Anna\u2069 to \u2068Interviewer\u2069', 'Edited 1 paragraph'],
  );
});

test('one and many are told apart, in both languages', () => {
  const say = (locale: string, kind: 'edited' | 'split' | 'merged' | 'replaced' | 'reassigned') =>
    withLocale(locale, () =>
      [1, 2].flatMap((count) => describeChanges({ summary: [{ kind, count }], monologuesChanged: 1 })),
    );
  assert.deepEqual(say('en', 'edited'), ['Edited 1 paragraph', 'Edited 2 paragraphs']);
  assert.deepEqual(say('de', 'edited'), ['1 Absatz bearbeitet', '2 Absätze bearbeitet']);
  assert.deepEqual(say('de', 'merged'), ['Zwei Absätze verbunden', '2-mal Absätze verbunden']);
  assert.deepEqual(say('de', 'reassigned'), [
    'Sprecher von 1 Absatz geändert',
    'Sprecher von 2 Absätzen geändert',
  ]);
  assert.deepEqual(say('en', 'replaced'), ['Replaced 1 match', 'Replaced 2 matches']);
});

test('a restored version says which, and one without a summary how much it touched', () => {
  assert.deepEqual(describeChanges({ restoredFrom: 3, monologuesChanged: 9 }), ['Restored from version 3']);
  assert.deepEqual(describeChanges({ monologuesChanged: 9 }), ['Edited 9 paragraphs']);
  assert.deepEqual(describeChanges({ monologuesChanged: 0 }), []);
});

test('several versions of a session are told as one: each thing once, what can be counted in sum', () => {
  const renamed = { kind: 'renamed', from: 'Speaker 1', to: 'Ann' } as const;
  const edited = { kind: 'edited', count: 1 } as const;
  const split = { kind: 'split', count: 1 } as const;
  assert.deepEqual(
    describeSession([
      { summary: [edited], monologuesChanged: 1 },
      { summary: [renamed, split], monologuesChanged: 2 },
      { restoredFrom: 2, monologuesChanged: 5 },
      { summary: [split, edited], monologuesChanged: 2 },
    ]),
    [
      'Edited text',
      'Renamed \u2068Speaker 1\u2069 to \u2068Ann\u2069',
      'Split paragraphs 2 times',
      'Restored from version 2',
    ],
  );
  assert.deepEqual(describeSession([{ summary: [split], monologuesChanged: 2 }, { monologuesChanged: 3 }]), [
    'Split a paragraph',
    'Edited 3 paragraphs',
  ]);
});

test('a run says what it did: all again, a passage, or speakers alone', () => {
  const passage = { startMs: 80_000, endMs: 105_900 };
  const describeFact = (fact: ChangeFact, locale = 'en') =>
    withLocale(locale, () =>
      describeChanges({ summary: [fact], monologuesChanged: 1 })
        .join()
        .replaceAll(/[\u2068\u2069]/g, ''),
    );
  const recognized = { kind: 'recognized', engine: 'moonshine' } as const;
  assert.equal(describeFact(recognized), 'Recognized again with moonshine');
  assert.equal(describeFact({ ...recognized, passage }), 'Recognized 1:20–1:45 again with moonshine');
  assert.equal(describeFact({ ...recognized, passage }, 'de'), '1:20–1:45 erneut erkannt mit moonshine');
  assert.equal(describeFact({ kind: 'separatedSpeakers' }), 'Told speakers apart again');
});
