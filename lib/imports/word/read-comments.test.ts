import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { readWord } from '#lib/imports/word/read-word';

const transitional = {
  text: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  relations: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};
const strict = {
  text: 'http://purl.oclc.org/ooxml/wordprocessingml/main',
  relations: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
};

const relate = (type: string, target: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${type}" Target="${target}"/></Relationships>`;

/** Builds a document of these paragraphs; `file` is the path of its comments, relative to the document. */
function word(
  paragraphs: readonly string[],
  comments: string,
  { names = transitional, file = 'comments.xml', path = 'word/comments.xml' } = {},
): Uint8Array {
  const body = paragraphs.map((content) => `<w:p>${content}</w:p>`).join('');
  return zipSync({
    '_rels/.rels': strToU8(relate(`${names.relations}/officeDocument`, 'word/document.xml')),
    'word/_rels/document.xml.rels': strToU8(relate(`${names.relations}/comments`, file)),
    'word/document.xml': strToU8(`<w:document xmlns:w="${names.text}"><w:body>${body}</w:body></w:document>`),
    [path]: strToU8(`<w:comments xmlns:w="${names.text}">${comments}</w:comments>`),
  });
}

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const start = (id: string | number) => `<w:commentRangeStart w:id="${id}"/>`;
const end = (id: string | number) =>
  `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
const comment = (
  id: string | number,
  text: string,
  attributes = 'w:author="Ana" w:date="2026-03-01T10:00:00Z"',
) =>
  `<w:comment w:id="${id}" ${attributes}>${text
    .split('\n')
    .map((line) => `<w:p><w:pPr><w:pStyle w:val="CommentText"/></w:pPr>${run(line)}</w:p>`)
    .join('')}</w:comment>`;

const ana = { author: 'Ana', date: '2026-03-01T10:00:00.000Z' };
const getComments = (docx: Uint8Array) => readWord(docx).map(({ comments }) => comments);

test('comments are with their paragraphs, replies too, with the words that they are about', () => {
  const paragraphs = [
    `${run('Ann: ')}${start(1)}${start(2)}${run('Helo')}<w:ins>${run('!')}</w:ins><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>${end(1)}${end(2)}${run(' there.')}`,
    run('Nothing.'),
    `${run('Ann: Here')}${end(3)}${run(' it stands.')}`,
  ];
  const comments = [
    comment(1, 'Check the name.\nTwice.'),
    comment(2, 'Done.', 'w:author="שרה" w:initials="S"'),
    comment(3, 'Between words.', ''),
    comment(4, 'About all of it.'),
  ].join('');
  const expected = [
    [
      { ...ana, text: 'Check the name. Twice.', anchor: 'Helo!' },
      { author: 'שרה', text: 'Done.', anchor: 'Helo!' },
    ],
    undefined,
    [
      { author: '', text: 'Between words.', anchor: '' },
      { ...ana, text: 'About all of it.' },
    ],
  ];
  assert.deepEqual(getComments(word(paragraphs, comments)), expected);
  const elsewhere = { names: strict, file: '/notes/all.xml', path: 'notes/all.xml' };
  assert.deepEqual(getComments(word(paragraphs, comments, elsewhere)), expected);
});

test('a comment over several paragraphs is at the first, one on a name alone at its text, and one in a title at the first', () => {
  const paragraphs = [
    `<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${start(0)}${run('The title')}${end(0)}`,
    `${start(1)}${run('Ann')}<w:r><w:t xml:space="preserve">  0:12</w:t></w:r>${end(1)}`,
    `${run('One ')}${start(2)}${run('two.')}`,
    run('Ben  0:20'),
    `${run('Three')}${end(2)}${run(' four.')}`,
  ];
  const comments = [0, 1, 2].map((id) => comment(id, `c${id}`)).join('');
  const told = getComments(word(paragraphs, comments)).map((own) =>
    own?.map(({ text, anchor }) => [text, anchor]),
  );
  assert.deepEqual(
    told[0]?.map(([text]) => text),
    ['c0', 'c1', 'c2'],
  );
  assert.match(told[0]?.[2]?.[1] ?? '', /^two\./);
  assert.equal(told[1], undefined);
});

test('a damaged or missing list of comments, foreign ids and dates do no harm', () => {
  const paragraphs = [`${start('x')}${run('Hello there.')}${end('x')}${end('y')}`];
  const missing = word(paragraphs, '', { file: 'nothing.xml' });
  assert.deepEqual(getComments(missing), [undefined]);
  assert.deepEqual(getComments(word(paragraphs, comment('x', 'When?', 'w:author="" w:date="yesterday"'))), [
    [{ author: '', text: 'When?', anchor: 'Hello there.' }],
  ]);
});

test('comments without end are cut and bounded', () => {
  const many = 30_000;
  const ids = Array.from({ length: many }, (_, i) => i);
  const paragraphs = [ids.map(start).join('') + run('x'.repeat(500)) + ids.map(end).join('')];
  const comments = ids.map((id) =>
    comment(id, 'y'.repeat(id === 0 ? 100_000 : 3), `w:author="${'z'.repeat(300)}"`),
  );
  const [own = []] = getComments(word(paragraphs, comments.join('')));
  assert.equal(own.length, 1000);
  assert.deepEqual(
    [own[0]?.text, own[0]?.author, own[0]?.anchor].map((text) => text?.length),
    [2001, 101, 101],
  );
});
