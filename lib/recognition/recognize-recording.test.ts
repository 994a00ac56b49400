import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { makeRecord } from '#e2e/support/recognition-record';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { untilAborted } from '#e2e/support/turns';
import type { Aligner } from '#lib/recognition/alignment/aligner';
import { EngineFailure, type Engine } from '#lib/recognition/engine';
import { pocketsphinxDescription } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import { recognizeRecording, type RecordingRun } from '#lib/recognition/recognize-recording';
import type { KnownPiece, PieceResult } from '#lib/recognition/pieces/recognize-pieces';
import type { FoundTools } from '#lib/recognition/speech-tools';
import type { SpeechPool } from '#lib/recognition/speech/speech-pool';

const folder = await makeTestFolder();
let sound = { mixed: '', channels: [''], totalMs: 60_000 };
before(async () => {
  const samples = new Int16Array(16_000 * 60).map((_, i) => (i % 20) * 900);
  const [left, right] = [path.join(folder, 'left'), path.join(folder, 'right')];
  for (const file of [left, right]) await writeFile(file, new Uint8Array(samples.buffer));
  sound = { mixed: left, channels: [left, right], totalMs: 60_000 };
});

const record = makeRecord({
  language: null,
  options: { language: 'auto', speakers: 'auto', vocabulary: 0 },
  speakersBy: 'voice',
  speed: null,
});

/** Creates an engine that returns one word at the start of each piece, in German in the first one, else in English. */
function makeEngine(recognize?: Engine['recognize']): Engine {
  return {
    description: { ...pocketsphinxDescription, version: '2' },
    parallel: 1,
    recognize:
      recognize ??
      (async (pcmPath, { startMs }) => ({
        words: [{ text: `${path.basename(pcmPath)}-${startMs}`, startMs, endMs: startMs + 100 }],
        language: startMs === 0 ? 'de' : 'en',
      })),
    close: async () => {},
  };
}

const noTools: FoundTools = {
  voiceActivity: undefined,
  diarization: undefined,
  punctuation: undefined,
  aligners: [],
};

/** Returns tools whose voices are separated by a script. */
function diarizing(ask: SpeechPool['ask']): FoundTools {
  return { ...noTools, diarization: { poolFor: () => ({ ask, close: async () => {} }), threshold: 0.5 } };
}

/** Creates a run that records its calls. */
function makeRun() {
  const failures: unknown[] = [];
  const run: RecordingRun = {
    known: [],
    onPiece: async () => {},
    onHelperFailed: (helper, error) => failures.push(`${helper}: ${String(error)}`),
    signal: new AbortController().signal,
  };
  return { run, failures };
}

const asked = { language: undefined, vocabulary: [] };

test('voices that can’t be told apart cost no word: there is one speaker, and the record says so', async () => {
  const { run, failures } = makeRun();
  const tools = diarizing(() => Promise.reject(new EngineFailure('the process died twice')));
  const result = await recognizeRecording(sound, { engine: makeEngine(), tools, asked, record }, run);
  assert.ok(result.words.length >= 2);
  assert.deepEqual(result.speakers, [{ id: 0, name: 'Speaker 1' }]);
  assert.deepEqual([result.record.speakersBy, result.record.notes], ['none', ['speakers-failed']]);
  assert.match(String(failures), /died twice/);
});

test('a transcript that can’t be punctuated is kept without, and the record says so', async () => {
  const { run, failures } = makeRun();
  const failing = {
    ask: () => Promise.reject(new EngineFailure('the process died twice')),
    close: async () => {},
  };
  const tools = { ...noTools, punctuation: failing };
  const result = await recognizeRecording(sound, { engine: makeEngine(), tools, asked, record }, run);
  assert.ok(result.words.length >= 2);
  assert.ok(result.record.notes.includes('punctuation-failed'));
  assert.match(String(failures), /^punctuation: .*died twice/);
});

test('words that are spread over their piece stay, also where they lie in a pause, and so do aligned ones; timed ones there are no one’s', async () => {
  const spans = [
    { startMs: 0, endMs: 3000 },
    { startMs: 4900, endMs: 8000 },
  ];
  const ask = async (request: unknown) => {
    const block = request as { startMs: number; endMs: number };
    return spans.filter(({ startMs }) => startMs >= block.startMs && startMs < block.endMs);
  };
  const voiceActivity: SpeechPool = { ask: ask as SpeechPool['ask'], close: async () => {} };
  const inPause = [{ text: 'here', startMs: 3600, endMs: 4300 }];
  const align: Aligner['align'] = async () => ({ words: inPause, score: -20 });
  const aligner: Aligner = { languages: ['en'], minScore: -40, align, close: async () => {} };
  for (const [words, aligners, expected] of [
    ['spread', [], ['here']],
    ['timed', [], []],
    ['spread', [aligner], ['here']],
  ] as const) {
    const { description, ...rest } = makeEngine(async (_path, { startMs }) => ({
      words: startMs === 0 ? inPause : [],
      language: 'en',
    }));
    const capabilities = { ...description.capabilities, words };
    const engine = { ...rest, description: { ...description, capabilities } };
    const tools = { ...noTools, voiceActivity, aligners };
    const result = await recognizeRecording(sound, { engine, tools, asked, record }, makeRun().run);
    assert.deepEqual(
      result.words.map(({ text }) => text),
      expected,
    );
  }
});

test('words that an engine has spread are aligned, and the record says whether all of them were', async () => {
  const { description, ...rest } = makeEngine(async (_path, { startMs, endMs }) => ({
    words: [{ text: `at-${startMs}`, startMs, endMs }],
    language: 'en',
  }));
  const engine: Engine = {
    ...rest,
    description: { ...description, capabilities: { ...description.capabilities, words: 'spread' } },
  };
  const recognize = async (isAligned: (startMs: number) => boolean, known: RecordingRun['known'] = []) => {
    const align: Aligner['align'] = async (_path, { startMs }, words) =>
      isAligned(startMs)
        ? {
            words: words.map((word) => ({ ...word, startMs: startMs + 50, endMs: startMs + 90 })),
            score: -20,
          }
        : undefined;
    const aligner: Aligner = { languages: ['en'], minScore: -40, align, close: async () => {} };
    const kept: PieceResult[] = [];
    const run = { ...makeRun().run, known, onPiece: async (piece: PieceResult) => void kept.push(piece) };
    const tools = { ...noTools, aligners: [aligner] };
    const result = await recognizeRecording(sound, { engine, tools, asked, record }, run);
    return { timing: result.record.words, words: result.words, kept };
  };
  const all = await recognize(() => true);
  assert.equal(all.timing, 'aligned');
  assert.ok(all.words.length > 1 && all.words.every(({ startMs, endMs }) => endMs - startMs === 40));
  assert.ok(all.kept.every(({ timing, score }) => timing === 'aligned' && score === -20));
  assert.equal((await recognize((startMs) => startMs === 0)).timing, 'mixed');
  assert.equal((await recognize(() => false)).timing, 'spread');
  // After a restart, the stored rows have the timing; those of an earlier version use the engine's.
  const known = all.kept.map(({ piece, words, timing, score = null }) => ({
    ...{ ...piece, words, language: 'en' },
    ...{ timing: timing ?? null, score },
  }));
  assert.equal((await recognize(() => false, known)).timing, 'aligned');
  const earlier = known.map((piece) => ({ ...piece, timing: null, score: null }));
  assert.equal((await recognize(() => true, earlier)).timing, 'spread');
  assert.equal((await recognize(() => true, [...earlier.slice(0, 1), ...known.slice(1)])).timing, 'mixed');
});

test('an aligner that fails is told once, and the words stay where they were spread', async () => {
  const { run, failures } = makeRun();
  const { description, ...rest } = makeEngine(async (_path, { startMs, endMs }) => ({
    words: [{ text: 'yes', startMs, endMs }],
  }));
  const capabilities = { ...description.capabilities, words: 'spread' as const };
  const engine = { ...rest, description: { ...description, capabilities } };
  const align = () => Promise.reject(new Error('no such file'));
  const tools = {
    ...noTools,
    aligners: [{ languages: ['en'], minScore: -40, align, close: async () => {} }],
  };
  const result = await recognizeRecording(sound, { engine, tools, asked, record }, run);
  assert.ok(result.words.length > 1);
  assert.deepEqual([result.record.words, failures], ['spread', ['alignment: Error: no such file']]);
});

test('speech that stays without words is in the record, after a restart as before it', async () => {
  const spans = [
    { startMs: 1000, endMs: 9000 },
    { startMs: 14_000, endMs: 17_000 },
    { startMs: 19_500, endMs: 20_500 },
  ];
  const ask = async (request: unknown) => {
    const block = request as { startMs: number; endMs: number };
    return spans.filter(({ startMs }) => startMs >= block.startMs && startMs < block.endMs);
  };
  const tools = { ...noTools, voiceActivity: { ask: ask as SpeechPool['ask'], close: async () => {} } };
  const { description, ...rest } = makeEngine(async (_path, { startMs, endMs }) => ({
    words: startMs < 10_000 || startMs > 19_000 ? [{ text: 'here', startMs, endMs }] : [],
  }));
  const capabilities = { ...description.capabilities, words: 'spread' as const };
  const engine = { ...rest, description: { ...description, capabilities } };
  const known: KnownPiece[] = [];
  const onPiece: RecordingRun['onPiece'] = async ({ piece, words, language = null }) =>
    void known.push({ ...piece, words, language });
  const means = { engine, tools, asked, record: { ...record, speakersBy: 'none' as const } };
  const first = await recognizeRecording(sound, means, { ...makeRun().run, onPiece });
  assert.deepEqual(first.record.notUnderstood, [{ startMs: 14_000, endMs: 17_000 }]);
  assert.deepEqual(first.record.notes, ['speech-not-understood']);
  assert.equal(new Set(known.map(({ index }) => index)).size, known.length);
  const again = await recognizeRecording(sound, means, { ...makeRun().run, known });
  assert.deepEqual(again.record.notUnderstood, first.record.notUnderstood);
  const hearing: Engine = {
    ...engine,
    recognize: async (_path, { startMs, endMs }) => ({ words: [{ text: 'here', startMs, endMs }] }),
  };
  const { record: all } = await recognizeRecording(sound, { ...means, engine: hearing }, makeRun().run);
  assert.deepEqual([all.notUnderstood, all.notes], [undefined, []]);
});

test('a language that was hardly spoken is not claimed, and its passages are noted', async () => {
  const { description, ...rest } = makeEngine(async (_path, { startMs, endMs }) => ({
    words: [{ text: 'invented', startMs, endMs }],
    language: 'en',
  }));
  const capabilities = { ...description.capabilities, words: 'spread' as const };
  const engine = { ...rest, description: { ...description, capabilities } };
  const english = { ...record, language: 'en', speakersBy: 'none' as const };
  const recognize = async (getScore: (startMs: number) => number, isTranslation = false) => {
    const align: Aligner['align'] = async (_path, { startMs }, words) => ({
      words: [...words],
      score: getScore(startMs),
    });
    const aligner: Aligner = { languages: ['en'], minScore: -40, align, close: async () => {} };
    const means = {
      ...{ engine, tools: { ...noTools, aligners: [aligner] }, record: english },
      asked: isTranslation ? { ...asked, translate: true } : asked,
    };
    return (await recognizeRecording(sound, means, makeRun().run)).record;
  };
  const none = await recognize(() => -50);
  assert.deepEqual([none.language, none.notes], [null, ['language-doubtful']]);
  assert.deepEqual(none.languageDoubtful, [{ startMs: 0, endMs: 60_000 }]);
  const part = await recognize((startMs) => (startMs === 0 ? -50 : -20));
  assert.deepEqual([part.language, part.notes], ['en', ['language-doubtful']]);
  assert.equal(part.languageDoubtful?.length, 1);
  const all = await recognize(() => -20);
  assert.deepEqual([all.language, all.notes, 'languageDoubtful' in all], ['en', [], false]);
  assert.deepEqual((await recognize(() => -50, true)).notes, []);
});

test('words without confidence get that of a second model, and the record names it where it gave any', async () => {
  const engine = makeEngine(async (_path, { startMs, endMs }) => ({
    words: [{ text: `at-${startMs}`, startMs, endMs }],
    language: 'en',
  }));
  const planned = { ...record, secondOpinion: 'tiny' };
  const recognize = async (second: Engine) => {
    const { run, failures } = makeRun();
    const means = { engine, tools: noTools, asked, record: planned, openSecond: async () => second };
    const kept: PieceResult[] = [];
    const keeping = { ...run, onPiece: async (piece: PieceResult) => void kept.push(piece) };
    return { ...(await recognizeRecording(sound, means, keeping)), failures, kept };
  };
  const same = await recognize(engine);
  assert.equal(same.record.secondOpinion, 'tiny');
  assert.ok(same.words.every(({ confidence = 0 }) => confidence > 0.9));
  assert.ok(same.kept.flatMap(({ words }) => words).every(({ confidence = 0 }) => confidence > 0.9));
  const failing = await recognize(makeEngine(() => Promise.reject(new EngineFailure('died twice'))));
  assert.ok(!('secondOpinion' in failing.record) && failing.words.length === same.words.length);
  assert.equal(failing.failures.length, 1);
});

test('of a recording with one channel worth recognizing that is what is recognized, not the mix', async () => {
  const [, right = ''] = sound.channels;
  const one = { ...sound, channels: [right] };
  const result = await recognizeRecording(
    one,
    { engine: makeEngine(), tools: noTools, asked, record },
    makeRun().run,
  );
  assert.ok(result.words.length > 0 && result.words.every(({ text }) => text.startsWith('right-')));
});

test('words go to the voices that were heard, and monologues begin at their turns', async () => {
  const { run } = makeRun();
  const answer = {
    turns: [
      { startMs: 0, endMs: 10_000, speaker: 1 },
      { startMs: 10_000, endMs: 60_000, speaker: 0 },
    ],
    embeddings: [new Float32Array([1, 0]), new Float32Array([0, 1])],
  };
  const tools = diarizing(async <Answer>() => answer as Answer);
  const result = await recognizeRecording(sound, { engine: makeEngine(), tools, asked, record }, run);
  const heardAt = result.monologues.map(({ speaker, from }) => [
    speaker,
    (result.words[from]?.startMs ?? 0) >= 10_000,
  ]);
  assert.ok(heardAt.length > 1);
  for (const [speaker, isLater] of heardAt) assert.equal(speaker, isLater === true ? 1 : 0);
  assert.deepEqual([result.record.speakersBy, result.record.notes], ['voice', []]);
});

test('the error of an engine that fails is passed on, and stops those who listen for voices', async () => {
  const { run, failures } = makeRun();
  let stopped = false;
  const tools = diarizing(async (_request, { signal }) => {
    try {
      return await untilAborted(signal);
    } finally {
      stopped = true;
    }
  });
  const engine = makeEngine(() => Promise.reject(new EngineFailure('no such model')));
  await assert.rejects(recognizeRecording(sound, { engine, tools, asked, record }, run), /no such model/);
  assert.ok(stopped);
  assert.deepEqual(failures, []);
});

test('a translation is English, whatever was spoken, with the times that its engine gives translated words', async () => {
  const recognize = async (translate: boolean, spoken: string | null = null) => {
    const options: unknown[] = [];
    const heard: Engine['recognize'] = async (pcm, piece, asked) => {
      options.push(asked.translate);
      return makeEngine().recognize(pcm, piece, asked, new AbortController().signal);
    };
    const engine: Engine = { ...makeEngine(heard), translatedWords: 'spread' };
    const asTranslation = { ...record, language: 'en', translatedFrom: spoken };
    const means = { engine, tools: noTools, asked: translate ? { ...asked, translate } : asked };
    const result = await recognizeRecording(
      sound,
      { ...means, record: translate ? asTranslation : record },
      makeRun().run,
    );
    assert.ok(options.length > 1 && options.every((option) => option === (translate || undefined)));
    return result;
  };
  const { record: translated, words } = await recognize(true);
  assert.deepEqual(
    [translated.language, translated.translatedFrom, translated.words],
    ['en', 'en', 'spread'],
  );
  assert.ok(words.every(({ language }) => language === undefined));
  assert.equal((await recognize(true, 'de')).record.translatedFrom, 'de');
  const { record: other } = await recognize(false);
  assert.deepEqual([other.words, 'translatedFrom' in other], ['timed', false]);
});

test('each channel of a call is a speaker, and its words are its own', async () => {
  const { run } = makeRun();
  const byChannel = { ...record, speakersBy: 'channel' as const };
  const means = { engine: makeEngine(), tools: noTools, asked, record: byChannel };
  const { words, speakers, monologues } = await recognizeRecording(sound, means, run);
  assert.equal(speakers.length, 2);
  for (const { speaker, from, to } of monologues) {
    const said = words.slice(from, to).map(({ text }) => text.split('-')[0]);
    assert.deepEqual(new Set(said), new Set([speaker === 0 ? 'left' : 'right']));
  }
});

test('the language of most words is the recording’s, others are noted, and a language that was named is neither', async () => {
  const { run } = makeRun();
  const plain = { ...record, speakersBy: 'none' as const };
  const means = { engine: makeEngine(), tools: noTools, asked, record: plain };
  const found = await recognizeRecording({ ...sound, channels: [sound.mixed] }, means, run);
  assert.equal(found.record.language, 'en');
  assert.deepEqual(
    found.words.map(({ language }) => language),
    ['de', ...found.words.slice(1).map(() => undefined)],
  );
  const named = {
    ...means,
    asked: { language: 'en', vocabulary: [] },
    record: { ...plain, language: 'en-GB' },
  };
  const recognized = await recognizeRecording(sound, named, run);
  assert.equal(recognized.record.language, 'en-GB');
  assert.ok(recognized.words.every(({ language }) => language === undefined));
});

test('what an engine repeats without end is cut out, and the record says so', async () => {
  const { run } = makeRun();
  const engine = makeEngine(async (_pcmPath, { startMs }) => ({
    words: Array.from({ length: 40 }, (_, i) => ({
      text: 'thanks',
      startMs: startMs + i * 100,
      endMs: startMs + i * 100 + 90,
    })),
  }));
  const means = { engine, tools: noTools, asked, record: { ...record, speakersBy: 'none' as const } };
  const result = await recognizeRecording(sound, means, run);
  assert.equal(result.words.length, 1);
  assert.match(result.removed.repeated, /^thanks( thanks)+$/);
  assert.deepEqual(result.record.notes, ['words-removed']);
  assert.equal(result.record.version, '2');
});
