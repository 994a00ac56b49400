import { writeFile } from 'node:fs/promises';

/** A sine tone in a recording made for a test. */
export interface Tone {
  hertz: number;
  startMs: number;
  endMs: number;
}

const sampleRate = 16_000;
const amplitude = 0.5;

/** Returns raw PCM (16 kHz, mono, s16le) of some tones with digital silence around them. */
export function tonesPcm(tones: Tone[], durationMs: number): Int16Array {
  const at = (ms: number) => Math.round((ms * sampleRate) / 1000);
  const samples = new Int16Array(at(durationMs));
  for (const { hertz, startMs, endMs } of tones)
    for (let i = at(startMs); i < at(endMs); i += 1)
      samples[i] = Math.round(32_767 * amplitude * Math.sin((2 * Math.PI * hertz * i) / sampleRate));
  return samples;
}

/** Writes such a recording to a file that an engine can read. */
export async function writeTones(pcmPath: string, tones: Tone[], durationMs: number): Promise<void> {
  await writeFile(pcmPath, tonesPcm(tones, durationMs));
}
