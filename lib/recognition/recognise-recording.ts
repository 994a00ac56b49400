import { assignSpeakers, oneSpeaker, speakersByChannel } from '#lib/recognition/assign-speakers';
import type { SpokenTranscript } from '#lib/recognition/assign-speakers';
import { cleanWords, type RemovedWords } from '#lib/recognition/clean-words';
import { cutPieces } from '#lib/recognition/cut-pieces';
import { diarize, type SpeakerTurn } from '#lib/recognition/diarize';
import type { Engine, PieceOptions } from '#lib/recognition/engine';
import type { Piece } from '#lib/recognition/piece';
import { planPieces } from '#lib/recognition/plan-pieces';
import { punctuateWords } from '#lib/recognition/punctuate-words';
import type { Sound } from '#lib/recognition/recognition';
import type { RecognitionRecord } from '#lib/recognition/record';
import {
  recognisePieces,
  type HeardPiece,
  type KnownPiece,
  type PieceResult,
} from '#lib/recognition/recognise-pieces';
import type { FoundTools } from '#lib/recognition/speech-tools';
import type { MachineWord } from '#lib/transcripts/model';

/** What one run over a recording is given. */
export interface RecordingRun {
  /** What earlier runs recognised. */
  known: readonly KnownPiece[];
  /** Keeps one result; see `RecogniseOptions`. */
  onPiece: (result: PieceResult) => Promise<void>;
  /** Told why the voices could not be told apart; the transcript then has one speaker. */
  onSpeakersFailed: (error: unknown) => void;
  signal: AbortSignal;
}

/** A recording's machine transcript and how it came to be. */
export interface RecognisedRecording extends SpokenTranscript {
  record: RecognitionRecord;
  /** Words that were heard but not said, and are not in the transcript. */
  removed: RemovedWords[];
}

/** How a recording is recognised: chosen by `Recognition.prepare`. */
interface Means {
  engine: Engine;
  tools: FoundTools;
  asked: PieceOptions;
  record: RecognitionRecord;
}

/**
 * Recognises a recording and tells its speakers apart. The voices are told apart beside the recognition; where that fails,
 * the transcript has one speaker, and its record says so. Throws as `recognisePieces` does.
 */
export async function recogniseRecording(
  sound: Sound,
  { engine, tools, asked, record }: Means,
  run: RecordingRun,
): Promise<RecognisedRecording> {
  const channels = record.speakersBy === 'channel' ? sound.channels : [sound.mixed];
  const stopped = new AbortController();
  const signal = AbortSignal.any([run.signal, stopped.signal]);
  const turns = tellVoices(sound, { tools, record }, { ...run, signal });
  try {
    const started = performance.now();
    let recognisedMs = 0;
    const plan = await planFor({ channels, totalMs: sound.totalMs }, { engine, tools, signal });
    const heard = await recognisePieces(engine, { channels, totalMs: sound.totalMs }, plan, {
      ...run,
      asked,
      onPiece: async (result) => {
        recognisedMs += result.piece.coversMs;
        await run.onPiece(result);
      },
    });
    const speed = recognisedMs === 0 ? null : recognisedMs / (performance.now() - started);
    const language = record.language ?? mostSpoken(heard);
    const byChannel: MachineWord[][] = [];
    const removed: RemovedWords[] = [];
    for (const channel of channels.keys()) {
      const clean = cleanWords(wordsOf(heard, channel, language));
      removed.push(...clean.removed);
      byChannel.push(await punctuated(clean.words, { engine, tools, signal }));
    }
    const spoken = withSpeakers(byChannel, record, await turns);
    const failed = record.speakersBy === 'voice' && (await turns) === undefined;
    return {
      ...spoken,
      removed,
      record: {
        ...record,
        language,
        speed,
        speakersBy: failed ? 'none' : record.speakersBy,
        notes: [
          ...record.notes,
          ...(failed ? (['speakers-failed'] as const) : []),
          ...(removed.length > 0 ? (['words-removed'] as const) : []),
        ],
      },
    };
  } finally {
    // Nothing of a recording that failed runs on.
    stopped.abort();
    await turns;
  }
}

/** The turns of the voices; undefined where they are not wanted or can't be had. Never rejects. */
async function tellVoices(
  { mixed, totalMs }: Sound,
  { tools, record }: Pick<Means, 'tools' | 'record'>,
  { signal, onSpeakersFailed }: Pick<RecordingRun, 'signal' | 'onSpeakersFailed'>,
): Promise<SpeakerTurn[] | undefined> {
  const { speakers } = record.options;
  if (record.speakersBy !== 'voice' || tools.diarization === undefined || speakers === 'off') return undefined;
  try {
    return await diarize(mixed, totalMs, { speakers, ...tools.diarization, signal });
  } catch (error) {
    if (!signal.aborted) onSpeakersFailed(error);
    return undefined;
  }
}

async function planFor(
  { channels, totalMs }: { channels: readonly string[]; totalMs: number },
  { engine, tools, signal }: Pick<Means, 'engine' | 'tools'> & { signal: AbortSignal },
): Promise<AsyncIterable<Piece> | Iterable<Piece>> {
  const { voiceActivity } = tools;
  if (voiceActivity !== undefined && engine.cuts !== 'short') {
    const maxMs = Math.min(28_000, engine.description.capabilities.maxPieceSeconds * 1000);
    return planPieces(channels, { totalMs, maxMs, pool: voiceActivity, signal });
  }
  const plans = await Promise.all(
    channels.map(async (pcmPath, channel) => {
      const pieces = await cutPieces(pcmPath, signal);
      // A piece covers its share of the recording, of which each channel has a part.
      return pieces.map((piece) => ({ ...piece, channel, coversMs: piece.coversMs / channels.length }));
    }),
  );
  return plans
    .flat()
    .toSorted((a, b) => a.startMs - b.startMs || a.channel - b.channel)
    .map((piece, index) => ({ ...piece, index }));
}

/** The words of one channel in order, each with its language where that is not the recording's. */
function wordsOf(heard: readonly HeardPiece[], channel: number, language: string | null): MachineWord[] {
  return heard
    .filter(({ piece }) => piece.channel === channel)
    .flatMap(({ words, language: own }) =>
      words.map((word) => ({ ...word, ...(own !== undefined && own !== language && { language: own }) })),
    );
}

/** The language of most words; null where the engine told none. */
function mostSpoken(heard: readonly HeardPiece[]): string | null {
  const counts = new Map<string, number>();
  for (const { words, language } of heard) {
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + words.length);
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? null;
}

async function punctuated(
  words: MachineWord[],
  { engine, tools, signal }: Pick<Means, 'engine' | 'tools'> & { signal: AbortSignal },
): Promise<MachineWord[]> {
  const { punctuation } = tools;
  if (engine.description.capabilities.punctuated || punctuation === undefined) return words;
  return punctuateWords(words, punctuation, signal);
}

function withSpeakers(
  byChannel: MachineWord[][],
  { speakersBy }: RecognitionRecord,
  turns: SpeakerTurn[] | undefined,
): SpokenTranscript {
  const [mixed = []] = byChannel;
  if (speakersBy === 'channel') return speakersByChannel(byChannel);
  return turns === undefined ? oneSpeaker(mixed) : assignSpeakers(mixed, turns);
}
