import type { WordTiming } from '#lib/recognition/alignment/aligner';
import { cleanWords } from '#lib/recognition/words/clean-words';
import { attributeWords, separateVoices } from '#lib/recognition/speakers/separate-speakers';
import type { Capabilities, Engine, PieceOptions } from '#lib/recognition/engine';
import { type DetectedLanguages, detectLanguages } from '#lib/recognition/language-doubt/detect-languages';
import { findLanguageDoubt, noDoubt } from '#lib/recognition/language-doubt/find-language-doubt';
import { joinSpans, type Piece, type Span } from '#lib/recognition/pieces/piece';
import { findUnheard } from '#lib/recognition/words/find-unheard';
import { planRecording } from '#lib/recognition/pieces/plan-recording';
import { punctuateChannels } from '#lib/recognition/words/punctuate-words';
import type { RecognitionRecord } from '#lib/recognition/record';
import { pieceRefiner } from '#lib/recognition/refine-piece';
import {
  type RecognizedPiece,
  type KnownPiece,
  type PieceResult,
  recognizePieces,
} from '#lib/recognition/pieces/recognize-pieces';
import type { RetryOptions } from '#lib/recognition/pieces/recognize-piece';
import type { AudioTrack } from '#lib/recognition/tracks/audio-track';
import type { FoundTools } from '#lib/recognition/speech-tools';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';
import { joinWords } from '#lib/transcript/text/join-words';

/** A decoded recording: the mix, and the channels to recognize; several only if they are kept separate. */
export interface Sound {
  mixed: string;
  channels: readonly string[];
  totalMs: number;
  /** The tracks of its media; left out if there is only one. */
  tracks?: AudioTrack[] | undefined;
}

export interface RecordingRun {
  known: readonly KnownPiece[];
  /** Saves one result; see `RecognizeOptions`. */
  onPiece: (result: PieceResult) => Promise<void>;
  /**
   * Called when a helper fails; the transcript then has one speaker, no punctuation, estimated times, or no confidence.
   */
  onHelperFailed: (
    helper: 'speakers' | 'punctuation' | 'alignment' | 'second-opinion',
    error: unknown,
  ) => void;
  signal: AbortSignal;
}

/** A recording's machine transcript, and the record of its recognition. */
export interface RecognizedRecording {
  words: MachineWord[];
  speakers: Speaker[];
  monologues: Monologue[];
  record: RecognitionRecord;
  /** The text of words that the engine invented; they are not in the transcript. */
  removed: { repeated: string; onSilence: string };
}

/** The engine and the helpers of a recording, chosen by `Recognition.prepare`. */
interface RecordingContext {
  engine: Engine;
  tools: FoundTools;
  asked: PieceOptions;
  record: RecognitionRecord;
  /** See `RetryOptions`; left out if there is no other model. */
  openOther?: RetryOptions['openOther'];
  /** Opens the model that rates the words' confidence if the engine doesn't. */
  openSecond?: (() => Promise<Engine>) | undefined;
}

/**
 * Recognizes a recording and separates its speakers. Voices are separated concurrently with the recognition. If that
 * fails, the transcript has one speaker, and if punctuating it fails, no punctuation; its record notes both. Throws as
 * `recognizePieces` does.
 */
export async function recognizeRecording(
  sound: Sound,
  {
    engine,
    tools,
    asked,
    record,
    openSecond,
    openOther = () => Promise.resolve(undefined),
  }: RecordingContext,
  run: RecordingRun,
): Promise<RecognizedRecording> {
  // The sound to recognize if speakers aren't separated by channel.
  const [only = sound.mixed, ...others] = sound.channels;
  const main = others.length === 0 ? only : sound.mixed;
  const channels = record.speakersBy === 'channel' ? sound.channels : [main];
  const stopped = new AbortController();
  const signal = AbortSignal.any([run.signal, stopped.signal]);
  const turns = separateVoices({ pcmPath: main, totalMs: sound.totalMs }, tools, record, {
    signal,
    onFailed: (error) => run.onHelperFailed('speakers', error),
  });
  try {
    const started = performance.now();
    let recognizedMs = 0;
    const { pieces, getSpeech } = planRecording(
      { channels, totalMs: sound.totalMs },
      { engine, voiceActivity: tools.voiceActivity, signal },
    );
    const heard = await recognizePieces(engine, { channels, totalMs: sound.totalMs }, pieces, {
      ...run,
      asked,
      retry: { getSpeech, openOther },
      refine: pieceRefiner({
        ...{ aligners: tools.aligners, asked, timing: findTiming(engine, asked), openSecond },
        onFailed: run.onHelperFailed,
      }),
      onPiece: async (result) => {
        recognizedMs += result.piece.coversMs / channels.length;
        await run.onPiece(result);
      },
    });
    const speed = recognizedMs === 0 ? null : recognizedMs / (performance.now() - started);
    const detected = await detectLanguages(heard, engine.description.capabilities, asked);
    const language = record.language ?? findMainLanguage(heard) ?? detected.main ?? null;
    const { language: askedLanguage } = record.options;
    // A translation can't be compared with its sound.
    const doubt =
      asked.translate === true
        ? noDoubt
        : findLanguageDoubt(heard, {
            ...{ detected, language },
            ...(askedLanguage !== 'auto' && { asked: askedLanguage }),
          });
    // With a given language, and in a translation, all words are in the same language.
    const ofWords = asked.language === undefined && asked.translate !== true ? language : undefined;
    const timed = heard.map((piece) => ({ ...piece, timing: piece.timing ?? findTiming(engine, asked) }));
    const timing = summarizeTiming(timed) ?? findTiming(engine, asked);
    const cleaned = [...channels.keys()].map((channel) =>
      cleanWords(
        toWords(heard, channel, { ofWords, detected }),
        findVoiced(timed, channel, getSpeech(channel)),
      ),
    );
    const notUnderstood = cleaned
      .flatMap(({ words }, channel) => {
        const emptyPieces = listEmptyPieces(heard, channel);
        const spreadOrTimed = timing === 'spread' ? 'spread' : 'timed';
        return findUnheard({ words, emptyPieces, speech: getSpeech(channel) ?? [] }, spreadOrTimed);
      })
      .toSorted((a, b) => a.startMs - b.startMs);
    const unpunctuated = cleaned.map(({ words }) => words);
    const { punctuation } = tools;
    const punctuated =
      engine.description.capabilities.punctuated || punctuation === undefined
        ? unpunctuated
        : await punctuateChannels(unpunctuated, punctuation, {
            signal,
            onFailed: (error) => run.onHelperFailed('punctuation', error),
          });
    const byChannel = punctuated ?? unpunctuated;
    const removed = {
      repeated: joinWords(cleaned.flatMap((channel) => channel.removed.repeated)),
      onSilence: joinWords(cleaned.flatMap((channel) => channel.removed.onSilence)),
    };
    const isCleaned = removed.repeated !== '' || removed.onSilence !== '';
    const voices = await turns;
    const hasConfidence = byChannel.flat().some(({ confidence }) => confidence !== undefined);
    const { secondOpinion, ...planned } = record;
    const failed = record.speakersBy === 'voice' && voices === undefined;
    return {
      ...attributeWords(byChannel, { ...record, language }, voices),
      removed,
      record: {
        ...planned,
        ...(secondOpinion !== undefined && hasConfidence && { secondOpinion }),
        // Servers report their version and capabilities in their responses.
        version: engine.description.version,
        words: timing,
        language: doubt.isMost ? null : language,
        ...(asked.translate === true && {
          translatedFrom: record.translatedFrom ?? findMainLanguage(heard),
        }),
        speed,
        speakersBy: failed ? 'none' : record.speakersBy,
        notes: [
          ...record.notes,
          ...(failed ? (['speakers-failed'] as const) : []),
          ...(isCleaned ? (['words-removed'] as const) : []),
          ...(notUnderstood.length > 0 ? (['speech-not-understood'] as const) : []),
          ...(punctuated === undefined ? (['punctuation-failed'] as const) : []),
          ...(doubt.passages.length > 0 ? (['language-doubtful'] as const) : []),
        ],
        ...(notUnderstood.length > 0 && { notUnderstood }),
        ...(doubt.passages.length > 0 && { languageDoubtful: doubt.passages }),
      },
    };
  } finally {
    // Stops what still runs after a failure.
    stopped.abort();
    await turns;
  }
}

function findTiming(
  { description, translatedWords }: Engine,
  { translate = false }: PieceOptions,
): Capabilities['words'] {
  return (translate ? translatedWords : undefined) ?? description.capabilities.words;
}

type TimedPiece = RecognizedPiece & { timing: WordTiming };

/** Returns the origin of a recording's word times; undefined without words. */
function summarizeTiming(heard: readonly TimedPiece[]): RecognitionRecord['words'] | undefined {
  const timings = new Set(heard.filter(({ words }) => words.length > 0).map(({ timing }) => timing));
  if (timings.has('spread')) return timings.size > 1 ? 'mixed' : 'spread';
  return timings.has('aligned') ? 'aligned' : [...timings][0];
}

/** Returns a channel's spans of speech, and its pieces without engine times, whose words may lie in pauses. */
function findVoiced(
  heard: readonly TimedPiece[],
  channel: number,
  speech: readonly Span[] | undefined,
): Span[] | undefined {
  const untimed = heard.filter(({ piece, timing }) => piece.channel === channel && timing !== 'timed');
  return speech && joinSpans([...speech, ...untimed.map(({ piece }) => piece)]);
}

/**
 * Returns the words of one channel in order, each with its language if that differs from `ofWords`; without languages
 * if `ofWords` is undefined.
 */
function toWords(
  heard: readonly RecognizedPiece[],
  channel: number,
  { ofWords, detected }: { ofWords: string | null | undefined; detected: DetectedLanguages },
): MachineWord[] {
  return heard
    .filter(({ piece }) => piece.channel === channel)
    .flatMap((heardPiece) => {
      const own = heardPiece.language ?? detected.get(heardPiece);
      const isOther = ofWords !== undefined && own !== undefined && own !== ofWords;
      return heardPiece.words.map((word) => ({ ...word, ...(isOther && { language: own }) }));
    });
}

function listEmptyPieces(heard: readonly RecognizedPiece[], channel: number): Piece[] {
  return heard
    .filter(({ piece, words }) => piece.channel === channel && !piece.silent && words.length === 0)
    .map(({ piece }) => piece);
}

/** Returns the language of most words; null if the engine reported none. */
function findMainLanguage(heard: readonly RecognizedPiece[]): string | null {
  const counts = new Map<string, number>();
  for (const { words, language } of heard) {
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + words.length);
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? null;
}
