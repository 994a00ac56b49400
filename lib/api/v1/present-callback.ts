import type { z } from 'zod';
import type { callback as callbackSchema } from '#lib/api/v1/schemas';
import type { CallbackOfJob } from '#lib/callbacks/read-callback';

/** A job's callback as the current revision shows it. What has no value is left out. */
export function presentCallback({
  url,
  callback,
  attempts: tries,
}: CallbackOfJob): z.input<typeof callbackSchema> {
  const state = callback?.state ?? 'pending';
  return {
    url,
    state,
    ...(callback && { webhook_id: callback.id }),
    ...(callback && state === 'pending' && { next_try_on: callback.nextTryAt.toISOString() }),
    ...(callback?.givenUpBecause && { given_up_because: callback.givenUpBecause }),
    tries: tries.map(({ startedAt, durationMs, status, reason, answer }) => ({
      started_on: startedAt.toISOString(),
      duration_ms: durationMs,
      ...(status !== null && { status }),
      reason,
      answer,
    })),
  };
}
