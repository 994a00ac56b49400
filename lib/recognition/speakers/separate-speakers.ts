import { measureLevels, trackFrameMs, trackFrames } from '#lib/media/sound/frames';
import { EngineFailure } from '#lib/recognition/engine';
import type { RecognitionRecord } from '#lib/recognition/record';
import {
  assignSpeakers,
  mergeChannels,
  nameSpeakers,
  type Turn,
} from '#lib/recognition/speakers/assign-speakers';
import { diarize } from '#lib/recognition/speakers/diarize';
import type { FoundTools } from '#lib/recognition/speech-tools';
import { buildMonologues, machineSpeakers } from '#lib/recognition/words/build-monologues';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

/** The part of a record that says how speakers are separated. */
interface SpeakersAsked extends Pick<RecognitionRecord, 'speakersBy'> {
  options: Pick<RecognitionRecord['options'], 'speakers'>;
}

/** Returns the turns of the voices; undefined if they are not wanted or can't be found. Never rejects. */
export async function separateVoices(
  { pcmPath, totalMs }: { pcmPath: string; totalMs: number },
  { diarization }: Pick<FoundTools, 'diarization'>,
  { speakersBy, options: { speakers } }: SpeakersAsked,
  { signal, onFailed }: { signal: AbortSignal; onFailed: (error: unknown) => void },
): Promise<Turn[] | undefined> {
  if (speakersBy !== 'voice' || diarization === undefined || speakers === 'off') return undefined;
  try {
    const { poolFor, threshold } = diarization;
    return await diarize(pcmPath, totalMs, { speakers, threshold }, poolFor(totalMs), signal);
  } catch (error) {
    if (!signal.aborted) onFailed(error);
    return undefined;
  }
}

/**
 * Returns the words of all channels with their speakers: by channel, by the turns of voices, or, without turns, one
 * speaker.
 */
export function attributeWords(
  byChannel: MachineWord[][],
  { speakersBy, language }: Pick<RecognitionRecord, 'speakersBy'> & { language?: string | null },
  turns: Turn[] | undefined,
): { words: MachineWord[]; speakers: Speaker[]; monologues: Monologue[] } {
  if (speakersBy === 'channel') {
    const { words, speakers, wordSpeakers } = mergeChannels(byChannel, language);
    return { words, speakers, monologues: buildMonologues(words, wordSpeakers) };
  }
  const [words = []] = byChannel;
  if (turns === undefined)
    return { words, speakers: [...machineSpeakers], monologues: buildMonologues(words) };
  const { speakers, wordSpeakers } = assignSpeakers(words, turns);
  return { words, speakers, monologues: buildMonologues(words, wordSpeakers) };
}

/**
 * Separates the speakers of known words by the sound of their recording: by the louder channel, or by voice. Throws an
 * `EngineFailure` if that isn't possible, and the signal's reason if aborted.
 */
export async function separateSpeakers(
  words: MachineWord[],
  sound: { mixed: string; channels: readonly string[]; totalMs: number },
  tools: Pick<FoundTools, 'diarization'>,
  record: SpeakersAsked,
  signal: AbortSignal,
): Promise<{ words: MachineWord[]; speakers: Speaker[]; monologues: Monologue[] }> {
  if (record.speakersBy === 'channel') {
    const levels = await Promise.all(
      sound.channels.map((channel) => measureLevels(channel, trackFrames, signal)),
    );
    const { speakers, wordSpeakers } = nameSpeakers(words.map((word) => findLoudest(levels, word)));
    return { words, speakers, monologues: buildMonologues(words, wordSpeakers) };
  }
  const [only = sound.mixed, ...others] = sound.channels;
  const main = { pcmPath: others.length === 0 ? only : sound.mixed, totalMs: sound.totalMs };
  let failure: unknown;
  const onFailed = (error: unknown) => (failure = error);
  const turns = await separateVoices(main, tools, record, { signal, onFailed });
  signal.throwIfAborted();
  if (turns === undefined && record.options.speakers !== 1) {
    throw new EngineFailure('speakers could not be told apart', { cause: failure });
  }
  return attributeWords([words], record, turns);
}

/** Returns the index of the channel with the most sound during a word. */
function findLoudest(levels: readonly Float32Array[], { startMs, endMs }: MachineWord): number {
  const [from, to] = [Math.floor(startMs / trackFrameMs), Math.ceil(endMs / trackFrameMs)];
  const powers = levels.map((channel) =>
    channel.subarray(from, Math.max(to, from + 1)).reduce((sum, level) => sum + 10 ** (level / 10), 0),
  );
  return powers.indexOf(Math.max(...powers));
}
