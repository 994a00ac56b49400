import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redo, undo } from '@tiptap/pm/history';
import { cleanText, inPieces } from './clean-text';
import { clipOf, readClip, textOfClip, htmlOfClip, namesIn } from './clip';
import { insertClip } from './insert-clip';
import { takeOut } from './joints';
import { faultsOf, madeUpDocument, startOfMonologue, timesOf, type MadeUp } from './made-up-document';
import { mergeDown, mergeUp } from './merge';
import { inOneStep } from './one-step';
import { remoteMark } from './repair';
import { split } from './split';
import { attributesOf } from './to-document';

const texts = ({ state }: MadeUp): string[] => state.doc.children.map(({ textContent }) => textContent);
const ranges = ({ state }: MadeUp): string[] =>
  state.doc.children.map((node) => `${attributesOf(node).from}-${attributesOf(node).to}`);
const speakers = ({ state }: MadeUp): number[] =>
  state.doc.children.map((node) => attributesOf(node).speaker);

function paste(desk: MadeUp, clip = clipOf(desk.state, desk.words, 'job')): void {
  const read = readClip(JSON.stringify(clip));
  assert(read);
  inOneStep(desk, insertClip(desk.state, desk.state.tr, read, { jobId: 'job', words: desk.words }));
}

function cut(desk: MadeUp) {
  const clip = clipOf(desk.state, desk.words, 'job');
  inOneStep(desk, takeOut(desk.state.tr));
  return clip;
}

describe('Enter', () => {
  test('cuts a monologue in two without blanks at the cut, and its machine words with it', () => {
    const desk = madeUpDocument(2, 4);
    desk.select(0, 6);
    inOneStep(desk, split(desk.state));
    assert.deepEqual(texts(desk), ['w0 w1', 'w2 w3', 'w4 w5 w6 w7']);
    assert.deepEqual(ranges(desk), ['0-2', '2-4', '4-8']);
    assert.deepEqual(speakers(desk), [0, 0, 1]);
    assert.equal(desk.state.selection.head, startOfMonologue(desk.state, 1));
    assert.deepEqual(faultsOf(desk), []);
  });

  test('at the beginning makes room above, and the text keeps its id', () => {
    const desk = madeUpDocument(2, 4);
    desk.select(1, 0);
    inOneStep(desk, split(desk.state));
    assert.deepEqual(texts(desk), ['w0 w1 w2 w3', '', 'w4 w5 w6 w7']);
    assert.equal(attributesOf(desk.state.doc.child(2)).id, 'm1');
    assert.deepEqual(ranges(desk), ['0-4', '4-4', '4-8']);
    assert.equal(desk.state.selection.head, startOfMonologue(desk.state, 2));
    assert.deepEqual(faultsOf(desk), []);
  });

  test('in an empty monologue goes from speaker to speaker', () => {
    const desk = madeUpDocument(1, 4);
    desk.select(0, 11);
    inOneStep(desk, split(desk.state));
    assert.deepEqual(texts(desk), ['w0 w1 w2 w3', '']);
    inOneStep(desk, split(desk.state));
    assert.deepEqual(speakers(desk), [0, 1]);
    inOneStep(desk, split(desk.state));
    assert.deepEqual(speakers(desk), [0, 0]);
  });

  test('over several monologues takes out what is selected, and keeps the last one as it is', () => {
    const desk = madeUpDocument(4, 4);
    desk.select(0, 6, 3, 8);
    inOneStep(desk, split(desk.state));
    assert.deepEqual(texts(desk), ['w0 w1', 'w14 w15']);
    assert.deepEqual(speakers(desk), [0, 1]);
    assert.deepEqual(timesOf(desk), [
      ['w0', 0],
      ['w1', 500],
      ['w14', 7000],
      ['w15', 7500],
    ]);
    assert.deepEqual(faultsOf(desk), []);
  });
});

describe('Backspace and Delete', () => {
  test('join with exactly one blank, and the first speaker stays', () => {
    for (const [merge, monologue, offset] of [
      [mergeUp, 1, 0],
      [mergeDown, 0, 11],
    ] as const) {
      const desk = madeUpDocument(3, 4);
      const before = timesOf(desk);
      desk.select(monologue, offset);
      const tr = merge(desk.state);
      assert(tr);
      inOneStep(desk, tr);
      assert.deepEqual(texts(desk), ['w0 w1 w2 w3 w4 w5 w6 w7', 'w8 w9 w10 w11']);
      assert.deepEqual(speakers(desk), [0, 0]);
      assert.deepEqual(ranges(desk), ['0-8', '8-12']);
      assert.deepEqual(timesOf(desk), before);
      assert.equal(desk.state.selection.head, merge === mergeUp ? 13 : 12);
      assert.deepEqual(faultsOf(desk), []);
    }
  });

  test('do nothing at the two ends of the transcript', () => {
    const desk = madeUpDocument(2, 4);
    assert.equal(mergeUp(desk.state), undefined);
    desk.select(1, 11);
    assert.equal(mergeDown(desk.state), undefined);
  });

  test('leave the text its speaker when it is joined to an empty monologue', () => {
    const desk = madeUpDocument(2, 4);
    desk.select(0, 0, 0, 11);
    inOneStep(desk, takeOut(desk.state.tr));
    desk.select(1, 0);
    const tr = mergeUp(desk.state);
    assert(tr);
    inOneStep(desk, tr);
    assert.deepEqual(texts(desk), ['w4 w5 w6 w7']);
    assert.deepEqual(speakers(desk), [1]);
    assert.deepEqual(timesOf(desk)[0], ['w4', 2000]);
  });

  test('everything deleted leaves one empty monologue with its id and speaker', () => {
    const desk = madeUpDocument(3, 4);
    desk.select(0, 0, 2, 13);
    inOneStep(desk, takeOut(desk.state.tr));
    assert.deepEqual(texts(desk), ['']);
    assert.equal(attributesOf(desk.state.doc.child(0)).id, 'm0');
  });
});

describe('cut and paste', () => {
  test('monologues that are moved keep their times and speakers, and get new ids', () => {
    const desk = madeUpDocument(5, 4);
    desk.select(1, 6, 3, 8);
    const clip = cut(desk);
    assert.deepEqual(texts(desk), ['w0 w1 w2 w3', 'w4 w5 w14 w15', 'w16 w17 w18 w19']);
    desk.select(2, 8);
    paste(desk, clip);
    assert.deepEqual(texts(desk), [
      'w0 w1 w2 w3',
      'w4 w5 w14 w15',
      'w16 w17',
      'w6 w7',
      'w8 w9 w10 w11',
      'w12 w13',
      'w18 w19',
    ]);
    for (const [word, startMs] of timesOf(desk)) assert.equal(startMs, Number(word.slice(1)) * 500, word);
    assert.deepEqual(speakers(desk), [0, 1, 0, 1, 0, 1, 0]);
    assert.deepEqual(faultsOf(desk), []);
  });

  test('a second copy does not take the machine words from the first', () => {
    const desk = madeUpDocument(4, 4);
    desk.select(0, 0, 1, 11);
    const clip = clipOf(desk.state, desk.words, 'job');
    desk.select(3, 15);
    paste(desk, clip);
    assert.deepEqual(ranges(desk), ['0-4', '4-8', '8-12', '12-16', '16-16', '16-16']);
    assert.deepEqual(faultsOf(desk), []);
  });

  test('a clip of another job brings no machine words', () => {
    const desk = madeUpDocument(3, 4);
    desk.select(0, 0, 1, 11);
    const clip = cut(desk);
    desk.select(1, 13);
    paste(desk, { ...clip, jobId: 'another' });
    assert.deepEqual(ranges(desk), ['0-8', '8-12', '12-12', '12-12']);
    assert.deepEqual(faultsOf(desk), []);
  });

  test('what any page put on the clipboard as a clip is read with care', () => {
    for (const json of [
      '',
      '{',
      'null',
      '{"monologues":1}',
      '{"jobId":1,"monologues":[{"content":[null]}]}',
    ]) {
      assert.equal(readClip(json), undefined, json);
    }
    const clip = readClip(
      JSON.stringify({
        jobId: 'x',
        monologues: [
          { id: 'm0', from: -1, to: 1e300, speaker: '<b>', content: [{ text: 'a\u0000\ud800b' }] },
        ],
      }),
    );
    assert.deepEqual(clip?.monologues, [
      { id: '', place: '', speaker: 0, from: 0, to: 0, content: [{ text: 'ab' }] },
    ]);
  });

  test('a copy is text with names, and HTML in which nothing is alive', () => {
    const desk = madeUpDocument(2, 1);
    desk.dispatch(desk.state.tr.insertText('<i>&', 1, 1));
    desk.select(0, 0, 1, 2);
    const clip = clipOf(desk.state, desk.words, 'job');
    assert.equal(textOfClip(clip, namesIn(desk.state)), 'Anna: <i>&w0\n\nBen: w1');
    assert.equal(
      htmlOfClip(clip, () => '<b>'),
      '<p dir="auto"><strong>&lt;b&gt;:</strong> &lt;i&gt;&amp;w0</p>\n<p dir="auto"><strong>&lt;b&gt;:</strong> w1</p>',
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
  assert.deepEqual(inPieces('one two three', 7), ['one two', 'three']);
  assert.deepEqual(inPieces('👩👩👩', 3), ['👩', '👩', '👩']);
});

describe('every operation and its undo', () => {
  const move = (desk: MadeUp): void => {
    const node = desk.state.doc.child(7);
    const from = startOfMonologue(desk.state, 7) - 1;
    inOneStep(
      desk,
      desk.state.tr.delete(from, from + node.nodeSize).insert(startOfMonologue(desk.state, 2) - 1, node),
    );
  };
  const replaceAll = (desk: MadeUp): void => {
    const { tr, schema } = desk.state;
    desk.state.doc.forEach((node, offset) => {
      tr.replaceWith(
        offset + 1,
        offset + 1 + node.content.size,
        schema.text(node.textContent.replaceAll('1', 'eleven ')),
      );
    });
    inOneStep(desk, tr);
  };
  const step = (change: (desk: MadeUp) => ReturnType<typeof mergeUp>) => (desk: MadeUp) => {
    const tr = change(desk);
    assert(tr);
    inOneStep(desk, tr);
  };
  const operations: Record<string, (desk: MadeUp) => void> = {
    'deleting ten words': step(({ state }) => state.tr.delete(5, 40)),
    'deleting over four monologues': (desk) => {
      desk.select(2, 6, 5, 8);
      step(({ state }) => takeOut(state.tr))(desk);
    },
    'typing over four monologues': (desk) => {
      desk.select(2, 6, 5, 8);
      step(({ state }) => state.tr.insertText('new'))(desk);
    },
    'cutting a word in two': (desk) => {
      desk.select(3, 5);
      step(({ state }) => split(state))(desk);
    },
    joining: (desk) => {
      desk.select(4, 0);
      step(({ state }) => mergeUp(state))(desk);
    },
    'replacing everywhere': replaceAll,
    'moving a monologue': move,
    'a speaker renamed': step(({ state }) => state.tr.setDocAttribute('speakers', [{ id: 0, name: 'Zoe' }])),
    'pasting monologues': (desk) => {
      desk.select(1, 2, 4, 5);
      const clip = clipOf(desk.state, desk.words, 'job');
      desk.select(6, 8);
      paste(desk, clip);
    },
  };
  for (const [name, operate] of Object.entries(operations)) {
    test(`${name}: undone, every word has the time that it had, and redone the same again`, () => {
      const desk = madeUpDocument(10, 10);
      const [before, json] = [timesOf(desk), desk.state.doc.toJSON()];
      operate(desk);
      const after = desk.state.doc.toJSON();
      assert.notDeepEqual(after, json);
      assert.deepEqual(faultsOf(desk), []);
      undo(desk.state, desk.dispatch);
      assert.deepEqual(desk.state.doc.toJSON(), json);
      assert.deepEqual(timesOf(desk), before);
      redo(desk.state, desk.dispatch);
      assert.deepEqual(desk.state.doc.toJSON(), after);
    });
  }

  test('a moved monologue has its times, and only its place is new', () => {
    const desk = madeUpDocument(10, 10);
    const before = new Map(timesOf(desk));
    const others = desk.state.doc.children.filter((_, i) => i !== 7);
    move(desk);
    for (const [word, time] of timesOf(desk)) assert.equal(time, before.get(word));
    assert.deepEqual(
      desk.state.doc.children.filter((_, i) => i !== 2),
      others,
    );
    assert.equal(attributesOf(desk.state.doc.child(2)).id, 'm7');
  });
});

test('a cut is one step of undo, whatever is typed right before and after it', () => {
  const desk = madeUpDocument(1, 4);
  desk.select(0, 11);
  desk.dispatch(desk.state.tr.insertText('x'));
  inOneStep(desk, split(desk.state));
  desk.dispatch(desk.state.tr.insertText('y'));
  const seen = [texts(desk)];
  while (undo(desk.state, desk.dispatch)) seen.push(texts(desk));
  assert.deepEqual(seen, [['w0 w1 w2 w3x', 'y'], ['w0 w1 w2 w3x', ''], ['w0 w1 w2 w3x'], ['w0 w1 w2 w3']]);
});

test('what comes from the server is left as it is', () => {
  const desk = madeUpDocument(2, 4);
  desk.dispatch(desk.state.tr.split(4).setMeta(remoteMark, true));
  assert.deepEqual(ranges(desk), ['0-4', '0-4', '4-8']);
});

test('between two monologues with the same place a third finds room', () => {
  const desk = madeUpDocument(3, 4);
  const { doc } = desk.state;
  const same = attributesOf(doc.child(0)).place;
  desk.dispatch(
    desk.state.tr.setNodeAttribute(doc.child(0).nodeSize, 'place', same).setMeta(remoteMark, true),
  );
  desk.select(0, 5);
  inOneStep(desk, split(desk.state));
  assert.deepEqual(faultsOf(desk), []);
});
