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

/** A decoded recording: the mix, and the channels to recognize, several only if they are told apart. */
export interface Sound {
  mixed: string;
  channels: readonly string[];
  totalMs: number;
  /** The tracks of its media; left out where there is one. */
  tracks?: AudioTrack[] | undefined;
}

export interface RecordingRun {
  known: readonly KnownPiece[];
  /** Keeps one result; see `RecognizeOptions`. */
  onPiece: (result: PieceResult) => Promise<void>;
  /** Told why a helper failed: one speaker, no punctuation, estimated times or no confidence then. */
  onHelperFailed: (
    helper: 'speakers' | 'punctuation' | 'alignment' | 'second-opinion',
    error: unknown,
  ) => void;
  signal: AbortSignal;
}

/** A recording's machine transcript, and how it was made. */
export interface RecognizedRecording {
  words: MachineWord[];
  speakers: Speaker[];
  monologues: Monologue[];
  record: RecognitionRecord;
  /** The words that the engine heard and no one said, as text; they are not in the transcript. */
  removed: { repeated: string; onSilence: string };
}

/** The engine and the helpers of a recording: chosen by `Recognition.prepare`. */
interface RecordingContext {
  engine: Engine;
  tools: FoundTools;
  asked: PieceOptions;
  record: RecognitionRecord;
  /** See `RetryOptions`; left out where no other model is there. */
  openOther?: RetryOptions['openOther'];
  /** Opens the model that says how sure the words are, where the engine doesn't. */
  openSecond?: (() => Promise<Engine>) | undefined;
}

/**
 * Recognizes a recording and tells its speakers apart. The voices are told apart beside the recognition; where that fails,
 * the transcript has one speaker, and where punctuating it fails, no punctuation: its record says so. Throws as
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
  // The sound that is recognized if speakers are not told apart by their channels.
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
    // A named language is that of all words, and all words of a translation are in its language.
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
        // Servers show their version and capabilities in their answers.
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
    // Nothing of a recording that failed runs on.
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

/** The origin of the times of a recording's words; undefined without words. */
function summarizeTiming(heard: readonly TimedPiece[]): RecognitionRecord['words'] | undefined {
  const timings = new Set(heard.filter(({ words }) => words.length > 0).map(({ timing }) => timing));
  if (timings.has('spread')) return timings.size > 1 ? 'mixed' : 'spread';
  return timings.has('aligned') ? 'aligned' : [...timings][0];
}

/** A channel's stretches with speech, and pieces without engine times, whose words may lie in pauses. */
function findVoiced(
  heard: readonly TimedPiece[],
  channel: number,
  speech: readonly Span[] | undefined,
): Span[] | undefined {
  const untimed = heard.filter(({ piece, timing }) => piece.channel === channel && timing !== 'timed');
  return speech && joinSpans([...speech, ...untimed.map(({ piece }) => piece)]);
}

/** The words of one channel in order, each with its language where that is not the recording's; undefined for none. */
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

/** The language of most words; null where the engine told none. */
function findMainLanguage(heard: readonly RecognizedPiece[]): string | null {
  const counts = new Map<string, number>();
  for (const { words, language } of heard) {
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + words.length);
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? null;
}
