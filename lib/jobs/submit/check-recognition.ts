import type { Tx } from '#lib/db/connect';
import { database } from '#lib/db/database';
import { readOffer } from '#lib/jobs/engines/read-offer';
import { chooseEngine } from '#lib/recognition/options/choose-engine';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { env } from '#lib/settings/env';
import { Refusal, type FaultyParameters } from '#lib/refusal';

/**
 * Finds options that no installed engine supports, by parameter, with what would work; empty if all are supported. The engines
 * are looked up only where something is asked.
 */
export async function findRecognitionFaults(
  recognition: RecognitionOptions | undefined,
  tx?: Tx,
): Promise<FaultyParameters> {
  if (recognition === undefined) return {};
  const { engines, speakerModels } = await readOffer(() => tx ?? database().db, env());
  return chooseEngine(recognition, engines, { speakerModels }).faults ?? {};
}

/**
 * Refuses `invalid-parameters` for what no installed engine can do. Inside a transaction it is to be asked by that: it
 * would wait for another connection, and all may be held by transactions that wait as well.
 */
export async function checkRecognition(recognition: RecognitionOptions | undefined, tx?: Tx): Promise<void> {
  const parameters = await findRecognitionFaults(recognition, tx);
  if (Object.keys(parameters).length > 0) throw new Refusal({ kind: 'invalid-parameters', parameters });
}
