import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { pageLook } from '#lib/exports/documents/document-look';
import { writeDocument } from '#lib/exports/documents/write-document';
import { alignParagraphs } from '#lib/imports/align-import';
import { readTranscriptFile } from '#lib/imports/read-transcript-file';
import { compareWords } from '#lib/transcript/diff/compare-words';
import { divideChanges } from '#lib/transcript/diff/choose-changes';
import { applyChange, machineEdit, toContent, toText, type Edit } from '#lib/transcript/edit';
import { defaultTemplate, type ExportTemplate } from '#lib/transcript/text/export-template';

/* Importing a Word export that was edited in LibreOffice, whose XML structures the tests reproduce. */

const said: ReadonlyArray<readonly [speaker: number, text: string]> = [
  [0, 'Good morning and welcome to the show about bread.'],
  [1, 'Thank you for having me, it is a pleasure.'],
  [0, 'Tell us how it all began, please. Delete this sentence. And who baked it first?'],
  [1, 'Yes.'],
  [0, 'And what came after the ancient Egyptians with their ovens?'],
  [1, 'Yes.'],
  [0, 'This is the paragraph that will be moved by an editor later on.'],
  [1, 'שלום לכולם וברוכים הבאים לתוכנית שלנו היום.'],
  [0, 'A whole paragraph goes away from here in the end.'],
  [1, 'Good bye and see you next week at the same time.'],
];
const words = said
  .flatMap(([, text]) => text.split(' '))
  .map((text, i) => ({ text, startMs: i * 400, endMs: i * 400 + 300 }));
const speakers = ['Ann Lee', 'Ben'].map((name, id) => ({ id, name }));
let next = 0;
const original = machineEdit({
  ...{ words, speakers },
  monologues: said.map(([speaker, text], id) => ({
    id,
    speaker,
    from: next,
    to: (next += text.split(' ').length),
  })),
});
/** The original with a word replaced, one deleted, and a paragraph added. */
const base: Edit = {
  ...original,
  revision: 1,
  monologues: original.monologues.flatMap((monologue) => {
    const text = toText(monologue.content).replace('pleasure', 'great honor').replace('ancient ', '');
    const own = { ...monologue, content: toContent(text) };
    const added = { id: 'new', place: `${own.place}V`, from: own.to, content: toContent('That was added.') };
    return own.id === 'm4' ? [own, { ...own, ...added }] : [own];
  }),
};

const toSource = ({ speakers: people, monologues }: Edit) => ({
  revision: 1,
  words: JSON.stringify(words),
  speakers: JSON.stringify(people),
  monologues: JSON.stringify(monologues),
});

/** Exports `base`, alters the document's XML, and adds a comment. */
async function toWord(
  alter: (xml: string) => string,
  { isTracked = false, template = {} }: { isTracked?: boolean; template?: Partial<ExportTemplate> } = {},
): Promise<Uint8Array> {
  const task = {
    source: toSource(base),
    job: { name: 'Bread & butter', createdAt: new Date('2026-03-01T10:00:00Z'), durationSeconds: 60 },
    editorUrl: 'https://longhand.example/editor/1',
    look: pageLook('UTC', undefined, { ...defaultTemplate, ...template }),
    locale: 'en',
  };
  const unknownAuthor = { author: 'Ann', date: '2026-03-01T10:00:00Z' };
  const tracked = {
    format: 'tracked-word',
    before: toSource(original),
    authors: new Map(),
    unknownAuthor,
  } as const;
  const files = unzipSync(await writeDocument({ ...task, ...(isTracked ? tracked : { format: 'word' }) }));
  const change = (path: string, how: (xml: string) => string): void => {
    files[path] = strToU8(how(strFromU8(files[path] ?? new Uint8Array())));
  };
  change('word/document.xml', alter);
  change('word/_rels/document.xml.rels', (xml) =>
    xml.replace(
      '</Relationships>',
      '<Relationship Id="rId16" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="comments.xml"/></Relationships>',
    ),
  );
  change(
    'word/comments.xml',
    () =>
      '<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="0" w:author="Ana" w:date="0-00-00T00:00:00Z" w:initials=""><w:p><w:r><w:t>check the name</w:t></w:r></w:p></w:comment></w:comments>',
  );
  return zipSync(files);
}

/** Imports the document. Returns the changes in words, and the comments. */
function readBack(docx: Uint8Array): { changes: string[]; comments: unknown } {
  const names = new Set(speakers.map(({ name }) => name.toLowerCase()));
  const paragraphs = readTranscriptFile(docx, (name) => names.has(name.toLowerCase()));
  const aligned = alignParagraphs(paragraphs, { base, words, acceptMismatch: false, findsMoved: true });
  assert.ok(aligned.kind === 'aligned');
  const { change, comments } = aligned;
  const divided = divideChanges(compareWords(base, { ...base, ...applyChange(base, change) }), {
    base,
    change,
  });
  const changes = divided.flatMap((each) => {
    if (each.kind === 'unchanged') return [];
    if (each.kind === 'rename') return [`${each.renamed.before} is ${each.renamed.after}`];
    return each.paragraphs.map(({ id, beginning, moved, runs }) => {
      const marks = { same: '', inserted: '+', deleted: '-' };
      const edits = runs
        .filter(({ kind }) => kind !== 'same')
        .map(({ kind, text }) => `${marks[kind]}${text.trim()}`);
      return [id, ...(beginning === 'same' ? [] : [beginning]), ...(moved ? ['moved'] : []), ...edits].join(
        ' ',
      );
    });
  });
  return { changes, comments };
}

const by = 'w:author="Unknown Author" w:date="2026-11-29T22:35:50Z"';
const findParagraph = (xml: string, text: string): string =>
  xml.match(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs)?.find((each) => each.includes(text)) ?? assert.fail(text);

/** Marks a paragraph as deleted or inserted with change tracking: each run separately, and the paragraph mark. */
function track(paragraph: string, kind: 'ins' | 'del'): string {
  const runs = paragraph.replaceAll(
    /<w:r>.*?<\/w:r>/gs,
    (run) => `<w:${kind} w:id="90" ${by}>${run}</w:${kind}>`,
  );
  const text = kind === 'del' ? runs.replaceAll(/<(\/?)w:t\b/g, '<$1w:delText') : runs;
  return text.replace('<w:p>', `<w:p><w:pPr><w:rPr><w:${kind} w:id="91" ${by}></w:${kind}></w:rPr></w:pPr>`);
}

/**
 * Types words, deletes a sentence, moves a commented paragraph up and removes another one, with or without tracking.
 */
function edit(xml: string, isTracked: boolean): string {
  const [typed, sentence, moved, gone, before] = [
    'bread.',
    'Delete this',
    'moved by',
    'A whole',
    'And what',
  ].map((text) => findParagraph(xml, text));
  assert.ok(typed && sentence && moved && gone && before);
  const run = '<w:r><w:t xml:space="preserve"> typed words</w:t></w:r>';
  const deleted = `<w:del w:id="1" ${by}><w:r><w:delText xml:space="preserve"> Delete this sentence.</w:delText></w:r></w:del>`;
  const there = moved.replace(
    'moved by',
    'moved</w:t></w:r><w:commentRangeStart w:id="0"/><w:r><w:t xml:space="preserve"> by</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r><w:r><w:t xml:space="preserve">',
  );
  return xml
    .replace(
      typed,
      typed.replace(/<\/w:p>$/, `${isTracked ? `<w:ins w:id="0" ${by}>${run}</w:ins>` : run}</w:p>`),
    )
    .replace(
      ' Delete this sentence.',
      isTracked ? `</w:t></w:r>${deleted}<w:r><w:t xml:space="preserve">` : '',
    )
    .replace(moved, isTracked ? track(moved, 'del') : '')
    .replace(gone, isTracked ? track(gone, 'del') : '')
    .replace(before, (isTracked ? track(there, 'ins') : there) + before);
}

const back = {
  changes: [
    'm0 +typed words',
    'm2 -Delete this sentence.',
    'm6 moved',
    'm8 deleted -A whole paragraph goes away from here in the end.',
  ],
  comments: [{ author: 'Ana', text: 'check the name', anchor: 'by', monologue: 'm6' }],
};

for (const [what, isExportTracked, isTracked] of [
  ['a clean document', false, false],
  ['a clean document, with tracking', false, true],
  ['a document with tracked changes', true, false],
  ['a document with tracked changes, with tracking', true, true],
] as const) {
  test(`${what}: every change and the comment come back, and nothing else`, async () => {
    const docx = await toWord((xml) => edit(xml, isTracked), { isTracked: isExportTracked });
    assert.deepEqual(readBack(docx), back);
  });
}

test('of tracked changes, some accepted and the others left change nothing, and a rejected one comes back', async () => {
  const accept = (xml: string): string =>
    xml
      .replace(/<w:del\b[^>]*><w:r>(?:(?!<\/w:del>).)*pleasure.*?<\/w:del>/s, '')
      .replace(/<w:ins\b[^>]*>(<w:r>(?:(?!<\/w:ins>).)*great honor.*?)<\/w:ins>/s, '$1');
  const accepted = await toWord(
    (xml) => {
      assert.notEqual(accept(xml), xml);
      return accept(xml);
    },
    { isTracked: true },
  );
  assert.deepEqual(readBack(accepted).changes, []);
  const rejected = await toWord(
    (xml) =>
      xml
        .replace(/<w:del\b[^>]*>(<w:r>(?:(?!<\/w:del>).)*ancient.*?)<\/w:del>/s, '$1')
        .replaceAll(/<(\/?)w:delText([^>]*)>(?=[^<]*ancient)/g, '<$1w:t$2>')
        .replace(/(ancient[^<]*)<\/w:delText>/, '$1</w:t>'),
    { isTracked: true },
  );
  assert.deepEqual(readBack(rejected).changes, ['m4 +ancient']);
});

test('speakers who are renamed throughout are renamed', async () => {
  const docx = await toWord((xml) => xml.replaceAll('>Ben<', '>Dr. Ben Adams<'));
  assert.deepEqual(readBack(docx).changes, ['Ben is Dr. Ben Adams']);
});

for (const template of [
  { names: 'line', times: 'none' },
  { names: 'inline' },
  { names: 'inline', times: 'none' },
  { names: 'capitals' },
  { names: 'none' },
  { names: 'none', times: 'none' },
  { times: '10' },
  { times: '10', links: false },
  { names: 'inline', times: '10' },
  { names: 'none', times: '30' },
] as const satisfies Array<Partial<ExportTemplate>>) {
  test(`an export with ${JSON.stringify(template)} comes back as it was`, async () => {
    assert.deepEqual(readBack(await toWord((xml) => xml, { template })).changes, []);
  });
}
