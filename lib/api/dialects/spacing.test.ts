import assert from 'node:assert/strict';
import { test } from 'node:test';
import mammoth from 'mammoth';
import { writeTranscript as writeAsr } from '#lib/api/asr/present-transcript';
import { readRequestOptions } from '#lib/api/asr/read-request-options';
import { writeEndEvents } from '#lib/api/openai/present-events';
import { writeTranscription } from '#lib/api/openai/present-transcription';
import type { RequestOptions } from '#lib/api/openai/contract';
import { writeTranscript as writeRevAi } from '#lib/api/revai/present-transcript';
import { toSubRip, toWebVtt } from '#lib/exports/captions/to-captions';
import { toDocument } from '#lib/exports/documents/transcript-document';
import { toMarkdown } from '#lib/exports/text/to-markdown';
import { toPlainText, toTemplateText } from '#lib/exports/text/to-plain-text';
import { toWord } from '#lib/exports/word/to-word';
import { toTranscript } from '#lib/revisions/read-transcript';
import type { TranscriptSource } from '#lib/revisions/transcript-source';
import { splitWords } from '#lib/transcript/text/split-words';
import { toExportTask } from '#e2e/support/transcript/to-source';

/* How words are spaced, in one table for every output that joins them. */

/** Words without any spacing of their own, and the text that they are. */
const bare: ReadonlyArray<readonly [language: string, words: string, text: string]> = [
  ['en', 'so it is, isn’t it?', 'so it is, isn’t it?'],
  ['zh', '今天 天气 很 好， 我们 走 吧。', '今天天气很好，我们走吧。'],
  ['zh', '我 用 iPhone 15 拍照 。', '我用 iPhone 15 拍照。'],
  ['zh', '他 说： “你好”—— 我', '他说：“你好”——我'],
  ['ja', 'これ は ペン です 。 コーヒー を 二 つ', 'これはペンです。コーヒーを二つ'],
  ['ja', '2026 年 に Tokyo で', '2026 年に Tokyo で'],
  ['th', 'ผม ใช้ iPhone 15 ครับ', 'ผมใช้ iPhone 15 ครับ'],
  ['lo', 'ສະບາຍດີ ເຈົ້າ', 'ສະບາຍດີເຈົ້າ'],
  ['km', 'សួស្តី ។ សុខ សប្បាយ', 'សួស្តី។ សុខសប្បាយ'],
  ['my', 'ကောင်း ပါတယ် ။ ကျေးဇူး', 'ကောင်းပါတယ်။ ကျေးဇူး'],
  ['ko', '안녕하세요 여러분.', '안녕하세요 여러분.'],
  ['ar', 'مرحبا، كيف حالك؟', 'مرحبا، كيف حالك؟'],
];

/** Texts as recognizers write them, whose spacing stays. */
const written: ReadonlyArray<readonly [language: string, text: string]> = [
  ['zh', '使用Longhand很好，版本2.0。'],
  ['zh', '我用 iPhone 15 拍照。'],
  ['ja', '今年は2026年3月です。'],
  ['ja', '今日は　晴れ'],
  ['th', 'สวัสดีครับ วันนี้อากาศดี'],
  ['lo', 'ສະບາຍດີ ມື້ນີ້ພວກເຮົາ'],
  ['km', 'សួស្តី សុខសប្បាយ។ អរគុណ'],
  ['my', 'မင်္ဂလာပါ၊ ဒီနေ့ ကောင်းတယ်။'],
  ['bo', 'བཀྲ་ཤིས་བདེ་ལེགས། དེ་རིང་ང་ཚོས'],
  ['ko', '서울에서 2026년에 만나요.'],
  ['fr', '«\u00a0Quoi\u202f?\u00a0» dit-il\u00a0: non\u202f!'],
  ['fr', '« Quoi ? » dit-il : 10\u00a0000 fois ; oui !'],
  ['es', '¿Qué? ¡Sí! —dijo—. «No.»'],
  ['ru', '— Да? — Нет… М.\u00a0Горький'],
  ['el', 'Πού είσαι; Εδώ· έλα.'],
  ['hy', 'Ինչպե՞ս ես։ Լավ եմ։'],
  ['fa', 'می‌خواهم، «کتاب‌ها» را؛ نه؟'],
  ['he', 'ד״ר כהן (בן 40) אמר: "כן".'],
  ['am', 'ሰላም፣ እንዴት ነህ፧ ደህና።'],
];

const options: RequestOptions = {
  ...{ translate: false, model: '', language: undefined, languages: [], prompt: '', keywords: [] },
  ...{ format: 'json', times: { words: false, segments: true }, logprobs: false, stream: false },
};

function toSource(language: string, words: ReadonlyArray<{ text: string; gap?: string }>): TranscriptSource {
  const timed = words.map((word, i) => ({ ...word, startMs: i * 100, endMs: i * 100 + 90, confidence: 1 }));
  return {
    ...{ revision: 0, language, durationSeconds: 60, words: JSON.stringify(timed) },
    speakers: JSON.stringify([{ id: 0, name: 'A' }]),
    monologues: JSON.stringify([{ id: 0, speaker: 0, from: 0, to: words.length }]),
  };
}

/** What each output has of a transcript's text. */
async function readOutputs(source: TranscriptSource): Promise<Record<string, string>> {
  const transcript = toTranscript(source);
  const { job, ...setting } = toExportTask(source);
  const document = toDocument(transcript, job, setting);
  const facts = { language: source.language ?? null, durationSeconds: 60 };
  const openAi = (format: RequestOptions['format']) =>
    writeTranscription({ source, facts, requested: { ...options, format } });
  const asr = (output: string) => writeAsr({ source, facts, requested: readRequestOptions({ output }) });
  const captions = (text: string) =>
    text
      .replace(/^WEBVTT\n/, '')
      .split('\n')
      .filter((line) => line !== '' && !/^\d+$|-->/.test(line))
      .map((line) => line.replaceAll(/<[^>]*>/g, ''))
      .join('\n');
  const { value } = await mammoth.extractRawText({ buffer: await toWord(document) });
  const verbose = JSON.parse(openAi('verbose_json')) as { text: string; segments: Array<{ text: string }> };
  const diarized = JSON.parse(openAi('diarized_json')) as { segments: Array<{ text: string }> };
  const revAi = JSON.parse(writeRevAi({ source, isText: false, skipPunctuation: false })) as {
    monologues: Array<{ elements: Array<{ value: string }> }>;
  };
  const events = writeEndEvents({ source, told: { fromMs: 0, words: [] }, requested: options });
  const deltas = Array.from(
    events.matchAll(/^data: (.*"delta":.*)$/gm),
    ([, data = '']) => JSON.parse(data) as { delta: string },
  );
  return {
    'plain text': toPlainText(transcript).split('    ')[2] ?? '',
    template: toTemplateText(document).split('\n').slice(1).join('\n'),
    Markdown: toMarkdown(document).split('\\\n')[1]?.replaceAll(/\\(.)/g, '$1') ?? '',
    // Its label is a line of its own by style.
    Word: value.split('):')[1] ?? '',
    SubRip: captions(toSubRip(transcript)),
    WebVTT: captions(toWebVtt(transcript)),
    'OpenAI text': openAi('text'),
    'OpenAI verbose_json': verbose.text,
    'OpenAI segments': verbose.segments.map(({ text }) => text).join(''),
    'OpenAI diarized_json': diarized.segments.map(({ text }) => text).join('\n'),
    'OpenAI stream': deltas.map(({ delta }) => delta).join(''),
    'ASR txt': asr('txt'),
    'ASR json': (JSON.parse(asr('json')) as { text: string }).text,
    'ASR tsv': asr('tsv')
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t')[2] ?? '')
      .join('\n'),
    'Rev AI text': writeRevAi({ source, isText: true, skipPunctuation: false }).split('    ')[2] ?? '',
    'Rev AI JSON': revAi.monologues.flatMap(({ elements }) => elements.map(({ value }) => value)).join(''),
  };
}

/** The lines of an output, as far as the text has them in this order with nothing but space between. */
function findLines(text: string, lines: readonly string[]): string[] {
  let rest = text;
  const found = lines.filter((line) => {
    rest = rest.trimStart();
    if (!rest.startsWith(line)) return false;
    rest = rest.slice(line.length);
    return true;
  });
  return rest === '' ? found : [...found, rest];
}

for (const [language, words, text] of [
  ...bare.map(
    ([language, words, text]) => [language, words.split(' ').map((word) => ({ text: word })), text] as const,
  ),
  ...written.map(([language, text]) => [language, splitWords(text), text] as const),
]) {
  test(`every output spaces the words alike: ${text}`, async () => {
    for (const [output, shown] of Object.entries(await readOutputs(toSource(language, words)))) {
      const lines = shown.trim().split('\n');
      assert.deepEqual(findLines(text, lines), lines, output);
    }
  });
}
