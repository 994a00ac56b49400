import { maxJsonBytes, readMediaType, readText } from '#lib/api/body/read-body';
import { refuseOptions } from '#lib/api/submission/read-submission';
import { parseRecognition } from '#lib/api/submission/submission-options';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { invalidParameter } from '#lib/refusal';

/** Reads recognition options from a JSON body, if any. Refuses `invalid-parameters` and `payload-too-large`. */
export async function readRecognition(request: Request): Promise<RecognitionOptions | undefined> {
  const text = await readText(request, { maxBytes: maxJsonBytes });
  // Programs declare any type for an empty body.
  if (text.trim() === '') return undefined;
  if (readMediaType(request) !== 'application/json') {
    throw invalidParameter('Content-Type', 'Content-Type must be application/json.');
  }
  const { recognition, faults } = parseRecognition(text);
  if (faults !== undefined) throw await refuseOptions(faults, recognition);
  return recognition;
}
