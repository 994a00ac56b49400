import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redo, undo } from '@tiptap/pm/history';
import { cleanText, splitText } from '#lib/transcript/text/clean-text';
import {
  createClip,
  clipType,
  readClip,
  clipToText,
  clipToHtml,
  createNameLookup,
} from '#components/editor/document/clipboard/clip.ts';
import { insertClip } from '#components/editor/document/clipboard/insert-clip.ts';
import { removeSelection } from './whitespace';
import {
  findFaults,
  createSampleDocument,
  getMonologueStart,
  getTimes,
  type SampleDocument,
} from '#e2e/support/editor/sample-document';
import { mergeDown, mergeUp } from '#components/editor/document/paragraphs/merge.ts';
import { singleUndoStep } from './single-undo-step';
import { remoteMeta } from '#components/editor/document/patch-document.ts';
import { split } from '#components/editor/document/paragraphs/split.ts';
import { getAttributes } from './to-document';

const texts = ({ state }: SampleDocument): string[] =>
  state.doc.children.map(({ textContent }) => textContent);
const ranges = ({ state }: SampleDocument): string[] =>
  state.doc.children.map((node) => `${getAttributes(node).from}-${getAttributes(node).to}`);
const speakers = ({ state }: SampleDocument): number[] =>
  state.doc.children.map((node) => getAttributes(node).speaker);

const clipboardWith = (data: Record<string, string>) => ({ getData: (type: string) => data[type] ?? '' });

function paste(document: SampleDocument, clip = createClip(document.state, document.words, 'job')): void {
  const read = readClip(clipboardWith({ [clipType]: JSON.stringify(clip) }));
  assert(read);
  singleUndoStep(
    document,
    insertClip(document.state, document.state.tr, read, { jobId: 'job', words: document.words }),
  );
}

function cut(document: SampleDocument) {
  const clip = createClip(document.state, document.words, 'job');
  singleUndoStep(document, removeSelection(document.state.tr));
  return clip;
}

describe('Enter', () => {
  test('cuts a monologue in two without blanks at the cut, and its machine words with it', () => {
    const document = createSampleDocument(2, 4);
    document.select(0, 6);
    singleUndoStep(document, split(document.state));
    assert.deepEqual(texts(document), ['w0 w1', 'w2 w3', 'w4 w5 w6 w7']);
    assert.deepEqual(ranges(document), ['0-2', '2-4', '4-8']);
    assert.deepEqual(speakers(document), [0, 0, 1]);
    assert.equal(document.state.selection.head, getMonologueStart(document.state, 1));
    assert.deepEqual(findFaults(document), []);
  });

  test('at the beginning makes room above, and the text keeps its id', () => {
    const document = createSampleDocument(2, 4);
    document.select(1, 0);
    singleUndoStep(document, split(document.state));
    assert.deepEqual(texts(document), ['w0 w1 w2 w3', '', 'w4 w5 w6 w7']);
    assert.equal(getAttributes(document.state.doc.child(2)).id, 'm1');
    assert.deepEqual(ranges(document), ['0-4', '4-4', '4-8']);
    assert.equal(document.state.selection.head, getMonologueStart(document.state, 2));
    assert.deepEqual(findFaults(document), []);
  });

  test('in an empty monologue goes from speaker to speaker', () => {
    const document = createSampleDocument(1, 4);
    document.select(0, 11);
    singleUndoStep(document, split(document.state));
    assert.deepEqual(texts(document), ['w0 w1 w2 w3', '']);
    singleUndoStep(document, split(document.state));
    assert.deepEqual(speakers(document), [0, 1]);
    singleUndoStep(document, split(document.state));
    assert.deepEqual(speakers(document), [0, 0]);
  });

  test('over several monologues takes out what is selected, and keeps the last one as it is', () => {
    const document = createSampleDocument(4, 4);
    document.select(0, 6, 3, 8);
    singleUndoStep(document, split(document.state));
    assert.deepEqual(texts(document), ['w0 w1', 'w14 w15']);
    assert.deepEqual(speakers(document), [0, 1]);
    assert.deepEqual(getTimes(document), [
      ['w0', 0],
      ['w1', 500],
      ['w14', 7000],
      ['w15', 7500],
    ]);
    assert.deepEqual(findFaults(document), []);
  });
});

describe('Backspace and Delete', () => {
  test('join with exactly one blank, and the first speaker stays', () => {
    for (const [merge, monologue, offset] of [
      [mergeUp, 1, 0],
      [mergeDown, 0, 11],
    ] as const) {
      const document = createSampleDocument(3, 4);
      const before = getTimes(document);
      document.select(monologue, offset);
      const tr = merge(document.state);
      assert(tr);
      singleUndoStep(document, tr);
      assert.deepEqual(texts(document), ['w0 w1 w2 w3 w4 w5 w6 w7', 'w8 w9 w10 w11']);
      assert.deepEqual(speakers(document), [0, 0]);
      assert.deepEqual(ranges(document), ['0-8', '8-12']);
      assert.deepEqual(getTimes(document), before);
      assert.equal(document.state.selection.head, merge === mergeUp ? 13 : 12);
      assert.deepEqual(findFaults(document), []);
    }
  });

  test('do nothing at the two ends of the transcript', () => {
    const document = createSampleDocument(2, 4);
    assert.equal(mergeUp(document.state), undefined);
    document.select(1, 11);
    assert.equal(mergeDown(document.state), undefined);
  });

  test('leave the text its speaker when it is joined to an empty monologue', () => {
    const document = createSampleDocument(2, 4);
    document.select(0, 0, 0, 11);
    singleUndoStep(document, removeSelection(document.state.tr));
    document.select(1, 0);
    const tr = mergeUp(document.state);
    assert(tr);
    singleUndoStep(document, tr);
    assert.deepEqual(texts(document), ['w4 w5 w6 w7']);
    assert.deepEqual(speakers(document), [1]);
    assert.deepEqual(getTimes(document)[0], ['w4', 2000]);
  });

  test('everything deleted leaves one empty monologue with its id and speaker', () => {
    const document = createSampleDocument(3, 4);
    document.select(0, 0, 2, 13);
    singleUndoStep(document, removeSelection(document.state.tr));
    assert.deepEqual(texts(document), ['']);
    assert.equal(getAttributes(document.state.doc.child(0)).id, 'm0');
  });
});

describe('cut and paste', () => {
  test('monologues that are moved keep their times and speakers, and get new ids', () => {
    const document = createSampleDocument(5, 4);
    document.select(1, 6, 3, 8);
    const clip = cut(document);
    assert.deepEqual(texts(document), ['w0 w1 w2 w3', 'w4 w5 w14 w15', 'w16 w17 w18 w19']);
    document.select(2, 8);
    paste(document, clip);
    assert.deepEqual(texts(document), [
      'w0 w1 w2 w3',
      'w4 w5 w14 w15',
      'w16 w17',
      'w6 w7',
      'w8 w9 w10 w11',
      'w12 w13',
      'w18 w19',
    ]);
    for (const [word, startMs] of getTimes(document))
      assert.equal(startMs, Number(word.slice(1)) * 500, word);
    assert.deepEqual(speakers(document), [0, 1, 0, 1, 0, 1, 0]);
    assert.deepEqual(findFaults(document), []);
  });

  test('a second copy does not take the machine words from the first', () => {
    const document = createSampleDocument(4, 4);
    document.select(0, 0, 1, 11);
    const clip = createClip(document.state, document.words, 'job');
    document.select(3, 15);
    paste(document, clip);
    assert.deepEqual(ranges(document), ['0-4', '4-8', '8-12', '12-16', '16-16', '16-16']);
    assert.deepEqual(findFaults(document), []);
  });

  test('a clip of another job brings no machine words', () => {
    const document = createSampleDocument(3, 4);
    document.select(0, 0, 1, 11);
    const clip = cut(document);
    document.select(1, 13);
    paste(document, { ...clip, jobId: 'another' });
    assert.deepEqual(ranges(document), ['0-8', '8-12', '12-12', '12-12']);
    assert.deepEqual(findFaults(document), []);
  });

  test('what any page put on the clipboard as a clip is read with care', () => {
    for (const json of [
      '',
      '{',
      'null',
      '{"monologues":1}',
      '{"jobId":1,"monologues":[{"content":[null]}]}',
    ]) {
      assert.equal(readClip(clipboardWith({ [clipType]: json })), undefined, json);
      const html = `<p data-longhand-transcript="${json}">`;
      assert.equal(readClip(clipboardWith({ 'text/html': html })), undefined, html);
    }
    const foreign = {
      jobId: 'x',
      monologues: [{ id: 'm0', from: -1, to: 1e300, speaker: '<b>', content: [{ text: 'a\u0000\ud800b' }] }],
    };
    const clip = readClip(clipboardWith({ [clipType]: JSON.stringify(foreign) }));
    assert.deepEqual(clip?.monologues, [
      { id: '', place: '', speaker: 0, from: 0, to: 0, content: [{ text: 'ab' }] },
    ]);
  });

  test('a copy is text with names, and HTML in which nothing is alive', () => {
    const document = createSampleDocument(2, 1);
    document.dispatch(document.state.tr.insertText('<i>&', 1, 1));
    document.select(0, 0, 1, 2);
    const clip = createClip(document.state, document.words, 'job');
    assert.equal(clipToText(clip, createNameLookup(document.state)), 'Anna: <i>&w0\n\nBen: w1');
    const html = clipToHtml(clip, () => '<b>');
    assert.equal(
      html.replace(/ data-longhand-transcript="[^"<> ]+"/, ''),
      '<p dir="auto"><strong>&lt;b&gt;:</strong> &lt;i&gt;&amp;w0</p>\n<p dir="auto"><strong>&lt;b&gt;:</strong> w1</p>',
    );
    // As from a browser whose clipboard keeps only text and HTML.
    const kept = `<html><body>\n<!--StartFragment-->${html}<!--EndFragment-->\n</body></html>`;
    assert.deepEqual(
      readClip(clipboardWith({ 'text/html': kept })),
      readClip(clipboardWith({ [clipType]: JSON.stringify(clip) })),
    );
  });

  test('text from elsewhere loses control characters and line breaks, and nothing else', () => {
    assert.equal(cleanText('a\r\n  b\tc\u2028d\u0000\u0007\u009fe\ufeff'), 'a b c de');
    assert.equal(
      cleanText('\ud83d\udc69\u200d\ud83d\udc67 \ud800x \u00a0y מ'),
      '\ud83d\udc69\u200d\ud83d\udc67 x \u00a0y מ',
    );
  });
});

test('a very long text is cut at blanks, and never inside a character', () => {
  assert.deepEqual(splitText('one two three', 7), ['one two', 'three']);
  assert.deepEqual(splitText('👩👩👩', 3), ['👩', '👩', '👩']);
});

describe('every operation and its undo', () => {
  const move = (document: SampleDocument): void => {
    const node = document.state.doc.child(7);
    const from = getMonologueStart(document.state, 7) - 1;
    singleUndoStep(
      document,
      document.state.tr
        .delete(from, from + node.nodeSize)
        .insert(getMonologueStart(document.state, 2) - 1, node),
    );
  };
  const replaceAll = (document: SampleDocument): void => {
    const { tr, schema } = document.state;
    document.state.doc.forEach((node, offset) => {
      tr.replaceWith(
        offset + 1,
        offset + 1 + node.content.size,
        schema.text(node.textContent.replaceAll('1', 'eleven ')),
      );
    });
    singleUndoStep(document, tr);
  };
  const step =
    (change: (document: SampleDocument) => ReturnType<typeof mergeUp>) => (document: SampleDocument) => {
      const tr = change(document);
      assert(tr);
      singleUndoStep(document, tr);
    };
  const operations: Record<string, (document: SampleDocument) => void> = {
    'deleting ten words': step(({ state }) => state.tr.delete(5, 40)),
    'deleting over four monologues': (document) => {
      document.select(2, 6, 5, 8);
      step(({ state }) => removeSelection(state.tr))(document);
    },
    'typing over four monologues': (document) => {
      document.select(2, 6, 5, 8);
      step(({ state }) => state.tr.insertText('new'))(document);
    },
    'cutting a word in two': (document) => {
      document.select(3, 5);
      step(({ state }) => split(state))(document);
    },
    joining: (document) => {
      document.select(4, 0);
      step(({ state }) => mergeUp(state))(document);
    },
    'replacing everywhere': replaceAll,
    'moving a monologue': move,
    'a speaker renamed': step(({ state }) => state.tr.setDocAttribute('speakers', [{ id: 0, name: 'Zoe' }])),
    'pasting monologues': (document) => {
      document.select(1, 2, 4, 5);
      const clip = createClip(document.state, document.words, 'job');
      document.select(6, 8);
      paste(document, clip);
    },
  };
  for (const [name, operate] of Object.entries(operations)) {
    test(`${name}: undone, every word has the time that it had, and redone the same again`, () => {
      const document = createSampleDocument(10, 10);
      const [before, json] = [getTimes(document), document.state.doc.toJSON()];
      operate(document);
      const after = document.state.doc.toJSON();
      assert.notDeepEqual(after, json);
      assert.deepEqual(findFaults(document), []);
      undo(document.state, document.dispatch);
      assert.deepEqual(document.state.doc.toJSON(), json);
      assert.deepEqual(getTimes(document), before);
      redo(document.state, document.dispatch);
      assert.deepEqual(document.state.doc.toJSON(), after);
    });
  }

  test('a moved monologue has its times, and only its place is new', () => {
    const document = createSampleDocument(10, 10);
    const before = new Map(getTimes(document));
    const others = document.state.doc.children.filter((_, i) => i !== 7);
    move(document);
    for (const [word, time] of getTimes(document)) assert.equal(time, before.get(word));
    assert.deepEqual(
      document.state.doc.children.filter((_, i) => i !== 2),
      others,
    );
    assert.equal(getAttributes(document.state.doc.child(2)).id, 'm7');
  });
});

test('a cut is one step of undo, whatever is typed right before and after it', () => {
  const document = createSampleDocument(1, 4);
  document.select(0, 11);
  document.dispatch(document.state.tr.insertText('x'));
  singleUndoStep(document, split(document.state));
  document.dispatch(document.state.tr.insertText('y'));
  const seen = [texts(document)];
  while (undo(document.state, document.dispatch)) seen.push(texts(document));
  assert.deepEqual(seen, [['w0 w1 w2 w3x', 'y'], ['w0 w1 w2 w3x', ''], ['w0 w1 w2 w3x'], ['w0 w1 w2 w3']]);
});

test('what comes from the server is left as it is', () => {
  const document = createSampleDocument(2, 4);
  document.dispatch(document.state.tr.split(4).setMeta(remoteMeta, true));
  assert.deepEqual(ranges(document), ['0-4', '0-4', '4-8']);
});

test('between two monologues with the same place a third finds room', () => {
  const document = createSampleDocument(3, 4);
  const { doc } = document.state;
  const same = getAttributes(doc.child(0)).place;
  document.dispatch(
    document.state.tr.setNodeAttribute(doc.child(0).nodeSize, 'place', same).setMeta(remoteMeta, true),
  );
  document.select(0, 5);
  singleUndoStep(document, split(document.state));
  assert.deepEqual(findFaults(document), []);
});
