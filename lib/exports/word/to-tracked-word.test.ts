import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { toElements } from '#lib/transcript/align/align';
import { alter, toEdit, put, createRepeatingEdit, steps } from '#e2e/support/transcript/random-changes';
import { toText, type Edit } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import { formatClock } from '#lib/messages/format';
import { apiLook, applyLook, pageLook } from '#lib/exports/documents/document-look';
import { toDocumentLabel, toFrame } from '#lib/exports/documents/transcript-document';
import { toTrackedWord } from '#lib/exports/word/to-tracked-word';
import { trackChanges, type TrackedDocument, type TrackedParagraph } from '#lib/exports/word/track-changes';

const look = pageLook();
const job = { name: 'A talk', createdAt: new Date(Date.UTC(2026, 0, 1)), durationSeconds: null };
const setting = { editorUrl: 'https://longhand.example/editor/Job_1', look };

function makeDocument(before: Edit, after: Edit, words: MachineWord[]): TrackedDocument {
  return {
    ...toFrame(job, apiLook, ''),
    toLabel: (speaker, startMs) => toDocumentLabel(applyLook(look).setLabel(speaker, startMs), setting),
    before,
    after,
    words,
    authors: new Map([['m0', { author: 'Ann <b>"& \u202e', date: '2026-02-03T04:05:06Z' }]]),
    unknownAuthor: { author: 'Longhand', date: '2026-01-01T00:00:00Z' },
  };
}

/** The paragraphs of an edit as every document shows them. */
function printed({ speakers, monologues }: Edit, words: MachineWord[]): string[] {
  return monologues
    .filter(({ content }) => toText(content).trim() !== '')
    .map((monologue) => {
      const speaker = speakers.find(({ id }) => id === monologue.speaker)?.name;
      const clock = formatClock(toElements(monologue, words)[0]?.startMs ?? 0);
      return oneLine(`${speaker}  ${clock}\n${toText(monologue.content)}`);
    });
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The text that is left when all changes of this kind are undone or made: paragraphs without their mark continue. */
function without(
  kind: 'inserted' | 'deleted',
  paragraphs: Array<Pick<TrackedParagraph, 'texts' | 'mark'>>,
): string[] {
  const lines = [''];
  for (const { texts, mark } of paragraphs) {
    lines[lines.length - 1] += texts.flatMap((run) => (run.kind === kind ? [] : [run.text])).join('');
    if (mark.kind !== kind) lines.push('');
  }
  assert.equal(lines.pop(), '');
  return lines.map(oneLine);
}

/** The same paragraphs read from the XML of a Word document. */
async function readBack(document: TrackedDocument): Promise<{ xml: string; paragraphs: TrackedParagraph[] }> {
  const files = unzipSync(await toTrackedWord(document));
  const xml = strFromU8(files['word/document.xml'] ?? new Uint8Array());
  const kindIn = (text: string) =>
    /<w:ins[ >]/.test(text) ? 'inserted' : /<w:del[ >]/.test(text) ? 'deleted' : 'same';
  const plain = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const paragraphs = [...xml.matchAll(/<w:p>(.*?)<\/w:p>/gs)].map(([, inner = '']): TrackedParagraph => {
    const properties = /^<w:pPr>(.*?)<\/w:pPr>/s.exec(inner)?.[1] ?? '';
    const rest = inner.replace(/^<w:pPr>.*?<\/w:pPr>/s, '');
    const by = { author: '', date: '' };
    const runs = rest.matchAll(/(<w:(?:ins|del) [^>]*>)?<w:r>(.*?)<\/w:r>/gs);
    const texts = [...runs].map(([, open = '', run = '']) => ({
      kind: kindIn(open) as 'same',
      isLabel: false,
      text: [...run.matchAll(/<w:br\/>|<w:(?:t|delText)[^>]*>([^<]*)</g)]
        .map(([, text]) => (text === undefined ? '\n' : plain(text)))
        .join(''),
    }));
    return { ...by, texts, mark: { ...by, kind: kindIn(properties) } };
  });
  return { xml, paragraphs };
}

test('taking all changes gives the later, refusing all the earlier transcript with the later names, whatever was done', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 30 }),
      steps(8),
      (lengths, different, work) => {
        const { edit, words } = createRepeatingEdit(lengths, different);
        const later = alter(edit, work, 'x');
        const { heading, paragraphs } = trackChanges(makeDocument(edit, later, words));
        assert.equal(heading.kind, 'same');
        assert.deepEqual(without('deleted', paragraphs), printed(later, words));
        const names = new Map(later.speakers.map(({ id, name }) => [id, name]));
        const speakers = edit.speakers.map(({ id, name }) => ({ id, name: names.get(id) ?? name }));
        assert.deepEqual(without('inserted', paragraphs), printed({ ...edit, speakers }, words));
      },
    ),
    { numRuns: 300 },
  );
});

test('the document says what the changes are', async () => {
  const { edit, words } = toEdit([4, 5, 3]);
  const work = [
    { what: 'split', monologue: 0, word: 2 },
    { what: 'replace', monologue: 2, word: 1 },
    { what: 'give', monologue: 3, word: 1 },
    { what: 'add', monologue: 3, word: 0 },
    { what: 'merge', monologue: 1, word: 0 },
  ] as const;
  for (let count = 1; count <= work.length; count += 1) {
    const later = alter(edit, work.slice(0, count), 'x');
    const { paragraphs } = await readBack(makeDocument(edit, later, words));
    assert.deepEqual(without('deleted', paragraphs), ['A talk', ...printed(later, words)]);
    assert.deepEqual(without('inserted', paragraphs), ['A talk', ...printed(edit, words)]);
  }
});

test('markup in a text, a name and an author stays text, and marks of direction go', async () => {
  const { edit, words } = toEdit([2, 2]);
  const later = put(edit, { id: 'm0', text: 'w0 <script>&amp;</script> \u202egnp.exe\u2066' });
  later.speakers = [{ id: 0, name: '"><w:p/>\u202e' }, ...later.speakers.slice(1)];
  const { xml, paragraphs } = await readBack(makeDocument(edit, later, words));
  assert.equal(without('deleted', paragraphs)[1], '"><w:p/> 0:00 w0 <script>&amp;</script> gnp.exe');
  assert.match(xml, /w:author="Ann &lt;b(>|&gt;)&quot;&amp;" w:date="2026-02-03T04:05:06Z"/);
  assert.doesNotMatch(xml, /[\u202a-\u202e\u2066-\u2069]/);
  const ids = [...xml.matchAll(/<w:(?:ins|del) w:id="(\d+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
});

test('without a difference there is no change, and without words it says so', async () => {
  const { edit, words } = toEdit([3, 2]);
  assert.doesNotMatch((await readBack(makeDocument(edit, edit, words))).xml, /<w:(ins|del)[ >]/);
  const nothing = toEdit([]);
  const { xml } = await readBack(makeDocument(nothing.edit, nothing.edit, []));
  assert.match(xml, /No speech was recognized/);
});

test('a new name of a speaker strikes no label', () => {
  const { edit, words } = toEdit([2, 2]);
  const speakers = edit.speakers.map((speaker) => ({ ...speaker, name: `${speaker.name} (renamed)` }));
  const { paragraphs } = trackChanges(makeDocument(edit, { ...edit, speakers }, words));
  const texts = paragraphs.flatMap(({ texts }) => texts);
  assert.ok(texts.every(({ kind }) => kind === 'same'));
  assert.ok(texts.some(({ text }) => text.includes('(renamed)')));
});

test('of more changes than a document can hold, paragraphs are replaced whole', async () => {
  const { edit, words } = toEdit([50_000, 4, 1]);
  const change = (text: string) => text.replaceAll(/(\S+) \S+/g, '$1 other');
  const [long, short] = edit.monologues;
  assert.ok(long && short);
  let later = put(edit, { id: long.id, text: change(toText(long.content)) });
  later = put(later, { id: short.id, text: toText(short.content).replace(/\S+$/, 'other') });
  const { paragraphs } = await readBack(makeDocument(edit, later, words));
  assert.deepEqual(without('deleted', paragraphs), ['A talk', ...printed(later, words)]);
  assert.deepEqual(without('inserted', paragraphs), ['A talk', ...printed(edit, words)]);
  const count = (at: number) => paragraphs[at]?.texts.filter(({ kind }) => kind !== 'same').length;
  assert.deepEqual([count(1), count(2), count(3)], [2, 2, 0]);
});
