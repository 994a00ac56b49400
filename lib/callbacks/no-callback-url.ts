import { Refusal } from '#lib/refusal';

/** The refusal for a job without a callback. */
export function noCallbackUrl(): Refusal {
  return new Refusal({
    kind: 'invalid-parameters',
    parameters: { id: ['This job was submitted without a callback_url.'] },
  });
}
