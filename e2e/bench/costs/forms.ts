import { writeTranscript as writeAsr } from '#lib/api/asr/present-transcript';
import { toSegments } from '#lib/api/dialects/segments';
import { writeTranscript as writeEarlier } from '#lib/api/earlier/present-transcript';
import { cutTranscript } from '#lib/api/mcp/tools/cut-transcript';
import type { RequestOptions } from '#lib/api/openai/contract';
import { writeEndEvents, type SpokenWord } from '#lib/api/openai/present-events';
import { writeTranscription } from '#lib/api/openai/present-transcription';
import { presentText, presentTranscript } from '#lib/api/revai/present-transcript';
import { presentRichTranscript } from '#lib/api/v1/present-rich-transcript';
import { toWebVtt } from '#lib/exports/captions/to-captions';
import { toDocument } from '#lib/exports/documents/transcript-document';
import { toJson } from '#lib/exports/json/to-json';
import { toMarkdown } from '#lib/exports/text/to-markdown';
import { toWord } from '#lib/exports/word/to-word';
import { ImportFault } from '#lib/imports/imported-paragraph';
import { readTranscriptFile } from '#lib/imports/read-transcript-file';
import type { Transcript } from '#lib/revisions/read-transcript';
import type { TranscriptSource } from '#lib/revisions/transcript-source';
import { toText } from '#lib/transcript/edit';
import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';
import type { Input } from './make-input';

type Prepare = (input: Input) => () => unknown;

export const job = { name: 'Interview.mp3', createdAt: new Date(0), durationSeconds: 60 };

/** The export formats of a transcript, by name. */
export function listForms(toTranscript: (input: Input) => Transcript): Record<string, Prepare> {
  const of =
    (write: (transcript: Transcript) => unknown): Prepare =>
    (input) => {
      const transcript = toTranscript(input);
      return () => write(transcript);
    };
  const ofDocument =
    (write: (document: ReturnType<typeof toDocument>) => unknown): Prepare =>
    (input) => {
      const document = toDocument(toTranscript(input), job);
      return () => write(document);
    };
  return {
    findSentenceEnds: of(({ monologues }) => monologues.map(({ words }) => findSentenceEnds(words))),
    toSegments: of(toSegments),
    toWebVtt: of((transcript) => toWebVtt(transcript)),
    toMarkdown: ofDocument(toMarkdown),
    toWord: ofDocument(toWord),
    toJson: of((transcript) => JSON.stringify(toJson(transcript))),
    presentRichTranscript: of((transcript) => JSON.stringify(presentRichTranscript(transcript, null))),
    'presentTranscript (Rev AI)': of((transcript) =>
      JSON.stringify(presentTranscript(transcript, { skipPunctuation: false })),
    ),
    'presentText (Rev AI)': of(presentText),
    cutTranscript: of((transcript) =>
      cutTranscript(transcript, { fromWord: 0, startMs: 0, endMs: Infinity, maxCharacters: 30_000_000 }),
    ),
    'writeTranscript (Whisper ASR)': ofSource((source) =>
      writeAsr({ source, facts, requested: { output: 'json' } } as Parameters<typeof writeAsr>[0]),
    ),
    'writeTranscript (earlier revision)': ofSource((source) => writeEarlier({ source })),
    'writeTranscription (OpenAI)': ofSource((source) =>
      writeTranscription({ source, facts, requested: { ...openAi, format: 'verbose_json' } }),
    ),
    'writeEndEvents (OpenAI)': ofSource((source) =>
      writeEndEvents({
        source,
        told: { fromMs: 0, words: (JSON.parse(source.words) as SpokenWord[]).filter((_, i) => i % 2 === 0) },
        requested: { ...openAi, format: 'diarized_json' },
      }),
    ),
  };
}

const openAi = { logprobs: true, times: { words: true, segments: true }, translate: false } as RequestOptions;
const facts = { language: 'en', durationSeconds: 14_400 };

/** Reads the saved revision `after` as if from the database. */
function ofSource(write: (source: TranscriptSource) => unknown): Prepare {
  return ({ words, after }) => {
    const source = {
      revision: 1,
      words: JSON.stringify(words),
      speakers: JSON.stringify(after.speakers),
      monologues: JSON.stringify(after.monologues),
    };
    return () => write(source);
  };
}

/** The import formats of a transcript, by name, as files made from an input's texts. */
export const files: Record<string, Prepare> = {
  'readTranscriptFile (text)': ofFile((texts) => texts.join('\n\n')),
  'readTranscriptFile (lines)': ofFile((texts) => texts.join('\n')),
  'readTranscriptFile (labels)': ofFile((texts) =>
    texts.map((text, i) => `[00:${String(i % 60).padStart(2, '0')}] A ${i % 9}: ${text}`).join('\n'),
  ),
  'readTranscriptFile (Markdown)': ofFile((texts) =>
    ['# Title', ...texts.map((text) => `**A:** ${text}`)].join('\n\n'),
  ),
  'readTranscriptFile (captions)': ofFile((texts) =>
    ['WEBVTT', ...texts.map((text) => `00:01.000 --> 00:02.000\n<v A>${text}`)].join('\n\n'),
  ),
  'readTranscriptFile (JSON)': ofFile((texts) =>
    JSON.stringify({
      monologues: texts.map((text) => ({
        elements: text.split(' ').map((value) => ({ type: 'text', value })),
      })),
    }),
  ),
};

function ofFile(write: (texts: string[]) => string): Prepare {
  return ({ after }) => {
    const bytes = Buffer.from(write(after.monologues.map(({ content }) => toText(content))));
    return () => {
      try {
        return readTranscriptFile(bytes);
      } catch (error) {
        if (!(error instanceof ImportFault)) throw error;
        return undefined;
      }
    };
  };
}
