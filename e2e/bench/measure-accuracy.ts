import type { Client } from '#e2e/support/client';
import { countWordErrors, readClips, toWords } from '#e2e/support/speech';
import { note } from './note';

/** Measures the word error rate on real speech. */
export async function measureWordErrors(client: Client): Promise<void> {
  let errors = 0;
  let spoken = 0;
  for (const clip of await readClips()) {
    const { id } = await client.submitFile(clip.file, 'audio/wav');
    await client.ended(id);
    errors += countWordErrors(clip.words, toWords((await client.text(id)).replace(/^.*?\d\d:\d\d/gm, '')));
    spoken += clip.words.length;
  }
  note('Words wrong, five LibriVox clips', `${((100 * errors) / spoken).toFixed(1)} %`, 'at most 30 %');
}
