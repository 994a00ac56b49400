import { readMediaType } from '#lib/api/body/read-media-type';
import { maxJsonBytes, readText } from '#lib/api/body/read-text';
import { refuseOptions } from '#lib/api/submission/read-submission';
import { parseRecognition } from '#lib/api/submission/submission-options';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { Refusal } from '#lib/refusal';

/**
 * Reads the choices of recognition from a body that may be left out: JSON, as in a submission. Refuses `invalid-parameters` and
 * `payload-too-large`.
 */
export async function readRecognition(request: Request): Promise<RecognitionOptions | undefined> {
  const text = await readText(request, { maxBytes: maxJsonBytes });
  // Programs declare any type for an empty body.
  if (text.trim() === '') return undefined;
  if (readMediaType(request) !== 'application/json') {
    throw new Refusal({
      kind: 'invalid-parameters',
      parameters: { 'Content-Type': ['Content-Type must be application/json.'] },
    });
  }
  const { recognition, faults } = parseRecognition(text);
  if (faults !== undefined) throw await refuseOptions(faults, recognition);
  return recognition;
}
