import { randomUUID } from 'node:crypto';
import type { Aligner } from '#lib/recognition/alignment/aligner';
import { alignWords } from '#lib/recognition/alignment/pocketsphinx/align-words';
import { openDictionary, type Dictionary } from '#lib/recognition/alignment/pronunciation/open-dictionary';
import { createFairQueue } from '#lib/fair-queue';
import { findModel } from '#lib/recognition/engines/pocketsphinx/find-model';

/** A piece that waits longer than this keeps its estimated times. */
const maxWaitMs = 600_000;

/** Creates the English aligner: a short PocketSphinx process per piece, up to `parallel`. Throws what to install. */
export function pocketsphinxAligner({ parallel }: { parallel: number }): Aligner {
  const model = findModel();
  const queue = createFairQueue({ slots: parallel, maxWaitMs });
  const closing = new AbortController();
  let opening: Promise<Dictionary> | undefined;
  const open = () => {
    opening ??= openDictionary(model.dictionary).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    languages: ['en'],
    minScore: -40,
    align: async (pcmPath, piece, words, signal) => {
      const stop = AbortSignal.any([signal, closing.signal]);
      const work = async () =>
        alignWords({ pcmPath, piece, words }, { model, dictionary: await open() }, stop);
      return await queue.run(randomUUID(), work, stop);
    },
    close: async () => closing.abort(new Error('The aligner was closed.')),
  };
}
