import type { RecognitionRecord } from '#lib/recognition/record';
import { assignSpeakers, mergeChannels, type Turn } from '#lib/recognition/speakers/assign-speakers';
import { diarize } from '#lib/recognition/speakers/diarize';
import type { FoundTools } from '#lib/recognition/speech-tools';
import { buildMonologues, machineSpeakers } from '#lib/recognition/words/build-monologues';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

/** The turns of the voices; undefined where they are not wanted or can't be had. Never rejects. */
export async function separateVoices(
  { pcmPath, totalMs }: { pcmPath: string; totalMs: number },
  { diarization }: Pick<FoundTools, 'diarization'>,
  { speakersBy, options: { speakers } }: Pick<RecognitionRecord, 'speakersBy' | 'options'>,
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

/** The words of all channels with their speakers: by channel, by the turns of voices, or one speaker without them. */
export function attributeWords(
  byChannel: MachineWord[][],
  { speakersBy }: Pick<RecognitionRecord, 'speakersBy'>,
  turns: Turn[] | undefined,
): { words: MachineWord[]; speakers: Speaker[]; monologues: Monologue[] } {
  if (speakersBy === 'channel') {
    const { words, speakers, wordSpeakers } = mergeChannels(byChannel);
    return { words, speakers, monologues: buildMonologues(words, wordSpeakers) };
  }
  const [words = []] = byChannel;
  if (turns === undefined)
    return { words, speakers: [...machineSpeakers], monologues: buildMonologues(words) };
  const { speakers, wordSpeakers } = assignSpeakers(words, turns);
  return { words, speakers, monologues: buildMonologues(words, wordSpeakers) };
}
