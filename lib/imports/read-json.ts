import { z } from 'zod';
import { fileFaults, ImportFault, toPieces, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { decodeEntities } from '#lib/imports/read-captions';
import { readBlocks, readText } from '#lib/imports/read-text';
import type { Piece } from '#lib/transcript/edit';
import { cleanText } from '#lib/transcript/text/clean-text';
import { joinWords } from '#lib/transcript/text/join-words';

/*
 * JSON transcripts of other services and programs. Each shape lists only the members that are read. The first shape
 * that matches wins.
 */

const seconds = z.number().nonnegative();
const speakerNumber = z.union([z.number(), z.string()]);

/**
 * Longhand, and Rev AI, which has spaces and punctuation elements (https://docs.rev.ai/api/asynchronous/transcripts).
 */
const monologues = z.object({
  speakers: z.array(z.object({ id: z.unknown(), name: z.string() })).optional(),
  monologues: z.array(
    z.object({
      speaker: speakerNumber.optional(),
      speaker_name: z.string().optional(),
      elements: z.array(z.object({ type: z.string(), value: z.string(), ts: seconds.optional() })),
    }),
  ),
});

/** AssemblyAI, with times in milliseconds (https://www.assemblyai.com/docs/api-reference/transcripts/get). */
const utterances = z.object({
  utterances: z
    .array(z.object({ speaker: speakerNumber.nullish(), text: z.string(), start: seconds }))
    .min(1),
});

/** Deepgram (https://developers.deepgram.com/reference/speech-to-text/listen-pre-recorded). */
const deepgram = z.object({
  results: z.object({
    utterances: z
      .array(z.object({ speaker: speakerNumber.optional(), transcript: z.string(), start: seconds }))
      .optional(),
    channels: z.array(
      z.object({
        alternatives: z.array(
          z.object({
            transcript: z.string(),
            paragraphs: z
              .object({
                paragraphs: z.array(
                  z.object({
                    speaker: speakerNumber.optional(),
                    start: seconds,
                    sentences: z.array(z.object({ text: z.string() })),
                  }),
                ),
              })
              .optional(),
          }),
        ),
      }),
    ),
  }),
});

/** Whisper, WhisperX and OpenAI's API (`verbose_json`). */
const segments = z.object({
  segments: z.array(
    z.object({ start: seconds.nullish(), text: z.string(), speaker: speakerNumber.nullish() }),
  ),
});

/** whisper.cpp. */
const offsets = z.object({
  transcription: z.array(z.object({ text: z.string(), offsets: z.object({ from: seconds }).optional() })),
});

/** oTranscribe (.otr): text as HTML, with times as elements. */
const otr = z.object({ text: z.string(), 'media-time': z.union([z.number(), z.string(), z.null()]) });

/** Plain text, which many services write beside words. */
const textAlone = z.object({ text: z.string() });

/** Parses the paragraphs of a JSON transcript. Throws `ImportFault` for other JSON. */
export function readJson(json: string): ImportedParagraph[] {
  const value = parse(json);
  for (const read of readers) {
    const paragraphs = read(value);
    if (paragraphs !== undefined) return paragraphs;
  }
  throw new ImportFault(fileFaults.unknownJson);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new ImportFault(fileFaults.invalidJson);
  }
}

/** Creates a reader that returns undefined for values of another shape. */
function reader<Shape extends z.ZodType>(
  shape: Shape,
  read: (value: z.output<Shape>) => ImportedParagraph[],
): (value: unknown) => ImportedParagraph[] | undefined {
  return (value) => {
    const parsed = shape.safeParse(value);
    return parsed.success ? read(parsed.data) : undefined;
  };
}

const readers = [
  reader(monologues, ({ speakers = [], monologues: all }) =>
    all.map(({ speaker, speaker_name: name, elements }) => ({
      content: toContent(elements),
      ...toStart(elements.find(({ ts }) => ts !== undefined)?.ts),
      ...toSpeaker(name ?? speakers.find(({ id }) => id === speaker)?.name ?? speaker),
    })),
  ),
  reader(utterances, ({ utterances: all }) =>
    all.map(({ speaker, text, start }) => ({
      content: toPieces(text),
      startMs: Math.round(start),
      ...toSpeaker(speaker),
    })),
  ),
  reader(deepgram, ({ results: { utterances: said, channels } }) => {
    const [first] = channels[0]?.alternatives ?? [];
    const paragraphs = first?.paragraphs?.paragraphs.map(({ speaker, start, sentences }) => ({
      ...{ speaker, start },
      transcript: sentences.map(({ text }) => text).join(' '),
    }));
    const parts = paragraphs ?? said;
    if (parts === undefined) return readText(first?.transcript ?? '');
    return parts.map(({ speaker, start, transcript }) => ({
      content: toPieces(transcript),
      ...toStart(start),
      ...toSpeaker(speaker),
    }));
  }),
  reader(segments, ({ segments: all }) =>
    all.map(({ start, text, speaker }) => ({
      content: toPieces(text),
      isCaption: true,
      ...toStart(start),
      ...toSpeaker(speaker),
    })),
  ),
  reader(offsets, ({ transcription }) =>
    transcription.map(({ text, offsets: range }) => ({
      content: toPieces(text),
      isCaption: true,
      ...(range !== undefined && { startMs: Math.round(range.from) }),
    })),
  ),
  reader(otr, ({ text }) => readHtml(text)),
  reader(textAlone, ({ text }) => readText(text)),
];

/**
 * Joins the words of a monologue: verbatim if spaces and punctuation are elements, as with Rev AI, else by our rules.
 */
function toContent(elements: z.output<typeof monologues>['monologues'][number]['elements']): Piece[] {
  if (elements.some(({ type }) => type === 'punct'))
    return toPieces(elements.map(({ value }) => value).join(''));
  const pieces: Piece[] = [];
  let words: string[] = [];
  const endWords = (after: string): void => {
    const before = pieces.length === 0 ? '' : ' ';
    if (words.length > 0) pieces.push({ text: before + joinWords(words.map((text) => ({ text }))) + after });
    else if (pieces.length > 0 && after !== '') pieces.push({ text: after });
    words = [];
  };
  for (const { type, value: written } of elements) {
    const value = cleanText(written).trim();
    if (type === 'tag' && /^\[[^[\]]{1,98}\]$/.test(value)) {
      endWords(' ');
      pieces.push({ tag: value });
    } else if (value !== '') words.push(value);
  }
  endWords('');
  return pieces;
}

function toStart(start: number | null | undefined): { startMs?: number } {
  return typeof start === 'number' ? { startMs: Math.round(start * 1000) } : {};
}

/** Numbers count from 0 and letters from A. Other names stay. */
function toSpeaker(speaker: number | string | null | undefined): { speaker?: string } {
  if (speaker === null || speaker === undefined || speaker === '') return {};
  if (typeof speaker === 'number') return { speaker: `Speaker ${speaker + 1}` };
  return { speaker: /^[A-Z]$/.test(speaker) ? `Speaker ${speaker}` : speaker };
}

/** Parses the HTML of an editor, which has times in elements and a paragraph for each line. */
function readHtml(html: string): ImportedParagraph[] {
  const text = html
    .replaceAll(/<span[^<>]*\sclass="timestamp"[^<>]*>([^<>]*)<\/span>/gi, '[$1]')
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|h\d)\s*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '');
  return readBlocks(
    decodeEntities(text)
      .split('\n')
      .map((line) => ({ text: line })),
  );
}
