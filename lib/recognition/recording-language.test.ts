import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { makeRecord } from '#e2e/support/recognition-record';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import type { Engine } from '#lib/recognition/engine';
import { pocketsphinxDescription } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import { recognizeRecording } from '#lib/recognition/recognize-recording';

const totalMs = 60_000;
const folder = await makeTestFolder();
let pcm = '';
before(async () => {
  pcm = path.join(folder, 'mixed');
  await writeFile(
    pcm,
    new Uint8Array(Int16Array.from({ length: 16 * totalMs }, (_, i) => (i % 20) * 900).buffer),
  );
});

const said = {
  de: 'wir haben gestern lange darüber gesprochen und am Ende waren sich alle einig dass es so nicht weitergehen kann',
  en: 'we talked about it for a long time yesterday and in the end everyone agreed that it can’t go on like this',
};

interface Situation {
  asked?: string;
  isTold?: boolean;
  translate?: boolean;
  languages?: readonly string[];
}

/** Recognizes a minute with an engine that returns this text at each time and reports no language. */
async function recognize(
  getText: (startMs: number) => string,
  { asked = 'auto', isTold = false, translate = false, languages = ['de', 'en', 'fr'] }: Situation = {},
) {
  const { capabilities } = pocketsphinxDescription;
  const engine: Engine = {
    description: {
      ...pocketsphinxDescription,
      version: '2',
      capabilities: { ...capabilities, languages, ignoresLanguage: !isTold },
    },
    parallel: 1,
    recognize: async (_path, { startMs }) => ({
      words: getText(startMs)
        .split(' ')
        .map((text, i) => ({ text, startMs: startMs + i * 100, endMs: startMs + i * 100 + 90 })),
    }),
    close: async () => {},
  };
  const language = isTold ? asked : undefined;
  const result = await recognizeRecording(
    { mixed: pcm, channels: [pcm], totalMs },
    {
      engine,
      tools: { voiceActivity: undefined, diarization: undefined, punctuation: undefined, aligners: [] },
      asked: { language, vocabulary: [], ...(translate && { translate }) },
      record: makeRecord({
        language: language ?? null,
        options: { language: asked, speakers: 'off', vocabulary: 0 },
      }),
    },
    {
      known: [],
      onPiece: async () => {},
      onHelperFailed: () => assert.fail('there are no helpers'),
      signal: new AbortController().signal,
    },
  );
  const { language: found, options, notes, languageDoubtful } = result.record;
  return { words: result.words, language: found, asked: options.language, notes, languageDoubtful };
}

const german = () => said.de;
const startsInEnglish = (startMs: number) => (startMs === 0 ? said.en : said.de);

test('the language that an engine doesn’t report is that of its text, beside what was asked for', async () => {
  const all = await recognize(german);
  assert.deepEqual([all.language, all.asked, all.notes], ['de', 'auto', []]);
  assert.ok(all.words.every(({ language }) => language === undefined));
  const untold = await recognize(german, { asked: 'en' });
  assert.deepEqual([untold.language, untold.asked, untold.notes], ['de', 'en', ['language-doubtful']]);
  assert.deepEqual(untold.languageDoubtful, [{ startMs: 0, endMs: totalMs }]);
});

test('passages in another language than most of the text are noted, and so is their language', async () => {
  const mixed = await recognize(startsInEnglish);
  assert.deepEqual([mixed.language, mixed.notes], ['de', ['language-doubtful']]);
  assert.deepEqual([mixed.languageDoubtful?.length, mixed.languageDoubtful?.[0]?.startMs], [1, 0]);
  assert.ok(mixed.words.every(({ language, startMs }) => language === (startMs < 5000 ? 'en' : undefined)));
});

test('of an engine that was told another language none is claimed where its text isn’t in it', async () => {
  const told = await recognize(german, { asked: 'en', isTold: true });
  assert.deepEqual([told.language, told.notes], [null, ['language-doubtful']]);
  const served = await recognize(german, { asked: 'de', isTold: true });
  assert.deepEqual([served.language, served.notes], ['de', []]);
});

test('no language is claimed by a few words, of an engine that writes one language, or of a translation', async () => {
  for (const few of ['ja genau', 'okay']) assert.equal((await recognize(() => few)).language, null);
  assert.equal((await recognize(german, { languages: ['en'] })).language, null);
  const translation = await recognize(german, { translate: true });
  assert.deepEqual([translation.language, translation.notes], [null, []]);
});
