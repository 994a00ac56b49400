import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { ImportFault } from '#lib/imports/imported-paragraph';
import { readTranscriptFile } from '#lib/imports/read-transcript-file';
import { toText } from '#lib/transcript/edit';

/** Reads a file. Returns each paragraph as `speaker | 1.5s | text`, without unknown parts. */
const read = (file: string | Uint8Array): string[] =>
  readTranscriptFile(typeof file === 'string' ? Buffer.from(file) : file).map(
    ({ speaker, startMs, content }) =>
      [speaker, startMs === undefined ? undefined : `${startMs / 1000}s`, toText(content)]
        .filter((part) => part !== undefined)
        .join(' | '),
  );
const json = (value: unknown): string[] => read(JSON.stringify(value));

const texts: Array<[what: string, text: string, paragraphs: string[]]> = [
  [
    'Longhand’s plain text',
    'Ann:    00:02    hello there\n\nBen:    75:03    bye\n',
    ['Ann | 2s | hello there', 'Ben | 4503s | bye'],
  ],
  [
    'names on lines of their own',
    'Ann Lee  0:12\nHello there.\n\nBen  1:02:03\nBye.',
    ['Ann Lee | 12s | Hello there.', 'Ben | 3723s | Bye.'],
  ],
  [
    'labels alone in paragraphs',
    'Ann Lee  0:12\n\nHello there.\n\nMore.\n\nBen (0:15)\n\nBye.',
    ['Ann Lee | 12s | Hello there.', 'Ann Lee | More.', 'Ben | 15s | Bye.'],
  ],
  [
    'times in brackets before names',
    '[00:12] ANN: Hello.\n[00:15.5] BEN: Bye.\n',
    ['ANN | 12s | Hello.', 'BEN | 15.5s | Bye.'],
  ],
  [
    'names with times behind',
    'Ann (0:12): Hello.\n\nBen [0:15]: Bye.',
    ['Ann | 12s | Hello.', 'Ben | 15s | Bye.'],
  ],
  [
    'times before each line',
    '[0:00] Good morning to you.\n[0:02] Yes.\n[0:04] We begin, then.\n[0:06] Yes.',
    ['0s | Good morning to you.', '2s | Yes.', '4s | We begin, then.', '6s | Yes.'],
  ],
  ['names that come once each', 'Ann: Hello.\nBen: Bye.', ['Ann | Hello.', 'Ben | Bye.']],
  [
    'a colon in a sentence',
    'One thing is clear: it rains.\n\nSo we stay.',
    ['One thing is clear: it rains.', 'So we stay.'],
  ],
  [
    'a time in a sentence',
    '12:30 was too late.\n\nAt 3:16 it ended.',
    ['12:30 was too late.', 'At 3:16 it ended.'],
  ],
  [
    'a paragraph without a name is of the speaker before',
    'Ann: Hello.\n\nAnd more.\n\nAnn: Bye.',
    ['Ann | Hello.', 'Ann | And more.', 'Ann | Bye.'],
  ],
  ['line breaks within paragraphs', 'One\r\ntwo.\r\n\r\nThree\u2028four.', ['One two.', 'Three four.']],
  [
    'names of other scripts',
    '田中： です\n\n田中: はい。\n\n佐藤: いいえ。\n\n佐藤: 本当。',
    ['田中： です', '田中 | はい。', '佐藤 | いいえ。', '佐藤 | 本当。'],
  ],
  [
    'a time at the end of a line',
    'We left at 3:16\nand came home.\n\nSee John (3:16)\n\nEnd.',
    ['We left at 3:16 and came home.', 'See John (3:16)', 'End.'],
  ],
];

for (const [what, text, paragraphs] of texts) {
  test(`text: ${what}`, () => assert.deepEqual(read(text), paragraphs));
}

test('a name that the transcript has is one, though it comes once', () => {
  const file = Buffer.from('Dr. Ann: Hello.\n\nNote well: it rains.\n\nWe stay.');
  const speakers = readTranscriptFile(file, (name) => name === 'Dr. Ann').map(({ speaker }) => speaker);
  assert.deepEqual(speakers, ['Dr. Ann', 'Dr. Ann', 'Dr. Ann']);
});

test('a name of the transcript on a line of its own is a label without a time', () => {
  const file = Buffer.from('Ann Lee\nHello there.\n\nGood day\nto you.');
  const read = readTranscriptFile(file, (name) => name === 'Ann Lee');
  assert.deepEqual(
    read.map(({ speaker, content }) => [speaker, toText(content)]),
    [
      ['Ann Lee', 'Hello there.'],
      ['Ann Lee', 'Good day to you.'],
    ],
  );
});

test('tags are what brackets hold that begin with a small letter', () => {
  const [paragraph] = readTranscriptFile(
    Buffer.from('Yes [laughter] I [inaudible 0:12] it [The Hague] was.'),
  );
  assert.deepEqual(paragraph?.content, [
    { text: 'Yes ' },
    { tag: '[laughter]' },
    { text: ' I ' },
    { tag: '[inaudible 0:12]' },
    { text: ' it [The Hague] was.' },
  ]);
});

test('Markdown is read as the text that it shows, without its title and facts', () => {
  const markdown =
    '# Inter\\_view\n\nNovember 29, 2026 · 1:02\n\n**Ann Lee**  [0:12](https://longhand.example/editor/x?t=12)\\\nTwo \\*stars\\* and _one_.\n\n' +
    '**Ben:** snake_case [link](http://a.example) stays.\n\n**Ben:** Bye.\n';
  assert.deepEqual(read(markdown), [
    'Ann Lee | 12s | Two *stars* and one.',
    'Ben | snake_case link stays.',
    'Ben | Bye.',
  ]);
});

test('captions lose their markup, and keep speakers and times', () => {
  const subRip =
    '1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}Ann: <i>Hello</i>\r\nthere.\r\n\r\n2\r\n00:00:02,500 --> 00:00:03,000\r\nMore &amp; 3 < 4.\r\n\r\n' +
    '3\r\n00:01:00,000 --> 00:01:01,000\r\nBen: Bye.\r\n\r\n4\r\n00:01:02,000 --> 00:01:03,000\r\nBen: Really.\r\n\r\n' +
    '5\r\n00:01:04,000 --> 00:01:05,000\r\nAnn: Yes.\r\n';
  assert.deepEqual(read(subRip), [
    'Ann | 1s | Hello there.',
    'Ann | 2.5s | More & 3 < 4.',
    'Ben | 60s | Bye.',
    'Ben | 62s | Really.',
    'Ann | 64s | Yes.',
  ]);
  const webVtt =
    '\uFEFFWEBVTT - A film\n\nNOTE no text\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 line:0\n<v.loud Ann Lee>Hello <00:01.500>there.</v>\n\n' +
    '00:03.000 --> 00:04.000\n<v Ben>Bye.\n';
  assert.deepEqual(read(webVtt), ['Ann Lee | 1s | Hello there.', 'Ben | 3s | Bye.']);
});

test('overlapping, negative and backward times of captions are taken as they come', () => {
  const odd =
    '1\n-00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:05,000 --> 00:00:01,000\nTwo\n\n3\n00:00:02,000 --> 00:00:09,000\nThree\n';
  assert.deepEqual(read(odd), ['0s | One', '5s | Two', '2s | Three']);
});

test('JSON of Longhand and of other services and programs is understood', () => {
  const element = (value: string, ts: number, type = 'text') => ({ type, value, ts, end_ts: ts + 0.4 });
  assert.deepEqual(
    json({
      speakers: [{ id: 4, name: 'Ann' }],
      monologues: [
        {
          id: 0,
          speaker: 4,
          speaker_name: 'Ann',
          elements: [
            element('Hello', 1.5),
            element('[Big Ben strikes for noon]', 2, 'tag'),
            element('there.', 3),
          ],
        },
      ],
    }),
    ['Ann | 1.5s | Hello [Big Ben strikes for noon] there.'],
  );
  assert.deepEqual(
    json({
      monologues: [
        {
          speaker: 1,
          elements: [
            element('Hi', 1),
            { type: 'punct', value: ', ' },
            element('you', 2),
            { type: 'punct', value: '.' },
          ],
        },
      ],
    }),
    ['Speaker 2 | 1s | Hi, you.'],
  );
  assert.deepEqual(
    json({ text: 'x', utterances: [{ speaker: 'A', text: 'Hi.', start: 1500, end: 2000, words: [] }] }),
    ['Speaker A | 1.5s | Hi.'],
  );
  const alternative = {
    transcript: 'Hi. Bye.',
    paragraphs: { paragraphs: [{ speaker: 0, start: 1.5, sentences: [{ text: 'Hi.' }, { text: 'Bye.' }] }] },
  };
  assert.deepEqual(json({ results: { channels: [{ alternatives: [alternative] }] } }), [
    'Speaker 1 | 1.5s | Hi. Bye.',
  ]);
  assert.deepEqual(json({ results: { channels: [{ alternatives: [{ transcript: 'Hi.' }] }] } }), ['Hi.']);
  assert.deepEqual(
    json({
      text: ' Hi. Bye.',
      segments: [
        { id: 0, start: 0, end: 1, text: ' Hi.' },
        { start: 1.5, end: 2, text: ' Bye.', speaker: 'SPEAKER_01' },
      ],
    }),
    ['0s | Hi.', 'SPEAKER_01 | 1.5s | Bye.'],
  );
  assert.deepEqual(
    json({ transcription: [{ timestamps: {}, offsets: { from: 1500, to: 2000 }, text: ' Hi.' }] }),
    ['1.5s | Hi.'],
  );
  const otr = {
    text: '<p><span class="timestamp" contenteditable="false" data-timestamp="12.5">0:12</span>Ann: Hi &amp;&nbsp;you<br /></p><p>Ben: <b>Bye</b>.</p>',
    media: 'a.mp3',
    'media-time': 3.5,
  };
  assert.deepEqual(json(otr), ['Ann | 12s | Hi &\u00a0you', 'Ben | Bye.']);
  assert.deepEqual(json({ text: 'Hello.' }), ['Hello.']);
});

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const relationships = (target: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`;
const word = (body: string, { path = 'word/document.xml', namespace = main, head = '' } = {}): Uint8Array =>
  zipSync({
    '_rels/.rels': strToU8(relationships(path)),
    [path]: strToU8(
      `<?xml version="1.0"?>${head}<w:document xmlns:w="${namespace}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>${body}</w:body></w:document>`,
    ),
  });
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;

test('Word: title and facts are left out, tracked changes are accepted, and paragraphs that were merged are one', () => {
  const body =
    paragraph(run('The title'), '<w:pStyle w:val="Heading1"/>') +
    paragraph(run('Facts'), '<w:suppressLineNumbers/>') +
    paragraph(
      `${run('Ann Lee')}${run('  0:12')}<w:r><w:br/></w:r>${run('Hello ')}<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins>${run('new')}</w:ins>${run('.')}`,
    ) +
    paragraph(`${run('Zoë 0:15')}<w:r><w:br/></w:r>${run('Hi.')}`) +
    paragraph(run('Ben: One '), '<w:rPr><w:del/></w:rPr>') +
    paragraph(run('two.')) +
    paragraph(`<w:moveFrom>${run('gone')}</w:moveFrom>`) +
    paragraph(`<w:moveTo>${run('Ben: Moved.')}</w:moveTo>`, '<w:rPr><w:ins/></w:rPr>') +
    paragraph(
      `${run('Ben:')}<w:r><w:tab/><w:t>Tab &amp; box</w:t></w:r><mc:AlternateContent><mc:Choice><w:r><w:txbxContent>${paragraph(run('box'))}</w:txbxContent></w:r></mc:Choice><mc:Fallback>${run('twice')}</mc:Fallback></mc:AlternateContent>`,
    );
  const expected = [
    'Ann Lee | 12s | Hello new.',
    'Zoë | 15s | Hi.',
    'Ben | One two.',
    'Ben | Moved.',
    'Ben | Tab & box',
  ];
  assert.deepEqual(read(word(body)), expected);
  const strict = {
    path: 'word/document2.xml',
    namespace: 'http://purl.oclc.org/ooxml/wordprocessingml/main',
  };
  assert.deepEqual(read(word(body, strict)), expected);
});

test('Word in UTF-16 is read', () => {
  const xml = `<?xml version="1.0" encoding="UTF-16"?><w:document xmlns:w="${main}"><w:body>${paragraph(run('Grüße'))}</w:body></w:document>`;
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')]);
  assert.deepEqual(
    read(
      zipSync({ '_rels/.rels': strToU8(relationships('/word/document.xml')), 'word/document.xml': bytes }),
    ),
    ['Grüße'],
  );
});

test('texts of other encodings are read', () => {
  assert.deepEqual(read(Buffer.from('Gr\xfc\xdfe \x93so\x94', 'latin1')), ['Grüße “so”']);
  assert.deepEqual(read(Buffer.from('\uFEFFGrüße', 'utf16le')), ['Grüße']);
  assert.deepEqual(read(Buffer.from('Hello there', 'utf16le')), ['Hello there']);
});

/** A zip archive whose document unpacks to a thousand times its size. */
const bomb = (content: string): Uint8Array => word(paragraph(content.repeat(65)));
const megabyte = 1024 * 1024;

const faulty: Array<[what: string, file: () => Uint8Array | string, message: RegExp]> = [
  ['nothing but blanks', () => ' \n\t', /no text/],
  ['a PDF', () => '%PDF-1.7 …', /PDF can’t be imported/],
  ['an old Word document', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /Save the file as \.docx/],
  [
    'a picture',
    () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    /neither text nor a Word document/,
  ],
  ['another zip archive', () => zipSync({ 'a.txt': strToU8('x') }), /not a Word document/],
  ['a damaged archive', () => word(paragraph(run('x'))).subarray(0, 300), /damaged|not a Word document/],
  ['damaged XML', () => word('<w:p>'), /damaged/],
  [
    'an entity of its own',
    () => word(paragraph(run('&lol;')), { head: '<!DOCTYPE a [<!ENTITY lol "lol">]>' }),
    /document type/,
  ],
  ['an archive that unpacks without end', () => bomb(' '.repeat(megabyte)), /too large/],
  [
    'an archive of text without end',
    () => bomb(run('x'.repeat(megabyte / 8))),
    /limited to 3000000 characters/,
  ],
  ['half of JSON', () => '{"monologues": [', /not valid JSON/],
  ['JSON of something else', () => '{"a": 1}', /known form/],
  [
    'too many captions',
    () => 'WEBVTT\n\n' + '00:01.000 --> 00:02.000\nx\n\n'.repeat(1_000_000),
    /limited to 100000 captions/,
  ],
  ['too many paragraphs', () => 'x\n\n'.repeat(30_000), /limited to 20000 paragraphs/],
  ['too long a paragraph', () => 'word '.repeat(50_000), /limited to 200000 characters/],
  ['too many words', () => `${'a '.repeat(99_000)}\n\n`.repeat(6), /limited to 500000 words/],
];

for (const [what, file, message] of faulty) {
  test(`refused: ${what}`, () => {
    assert.throws(
      () => read(file()),
      (error) => error instanceof ImportFault && message.test(error.message),
    );
  });
}

test('labels without end are read in linear time', () => {
  for (const text of [
    'a'.repeat(150_000),
    'a '.repeat(70_000),
    '[1:'.repeat(50_000),
    '('.repeat(150_000),
    '**a '.repeat(40_000),
  ]) {
    assert.equal(read(text).length <= 1, true);
  }
});
