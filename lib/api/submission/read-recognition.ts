import { maxJsonBytes, readMediaType, readText } from '#lib/api/body/read-body';
import { refuseOptions } from '#lib/api/submission/read-submission';
import { parseRecognition } from '#lib/api/submission/submission-options';
import type { AgainOptions } from '#lib/jobs/submit/recognize-again';
import { invalidParameter } from '#lib/refusal';

/** Reads the options for recognizing again from any JSON body. Refuses `invalid-parameters`, `payload-too-large`. */
export async function readRecognition(request: Request): Promise<AgainOptions> {
  const text = await readText(request, { maxBytes: maxJsonBytes });
  // Clients declare any type for an empty body.
  if (text.trim() === '') return {};
  if (readMediaType(request) !== 'application/json') {
    throw invalidParameter('Content-Type', 'Content-Type must be application/json.');
  }
  const { faults, ...chosen } = parseRecognition(text);
  if (faults !== undefined) throw await refuseOptions(faults, chosen.recognition);
  return chosen;
}
