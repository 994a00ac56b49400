import { Refusal } from '#lib/refusal';

/** The refusal of a question about the callback of a job that has none. */
export function noCallbackUrl(): Refusal {
  return new Refusal({
    kind: 'invalid-parameters',
    parameters: { id: ['This job was submitted without a callback_url.'] },
  });
}
