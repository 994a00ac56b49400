import type { z } from 'zod';
import { contract } from '#lib/api/v1/contract';
import { methods, serve } from '#lib/api/v1/serve';
import { readCallback, type CallbackOfJob } from '#lib/callbacks/read-callback';
import { sendAgain } from '#lib/callbacks/send-again';
import type { callback as callbackSchema } from '#lib/api/v1/schemas';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(contract.getCallback, async ({ db, accountId, mode, params }) =>
    presentCallback(await readCallback(db, { accountId, mode, jobId: params.id })),
  ),
  POST: serve(contract.sendCallback, async ({ db, accountId, mode, params }) => {
    await sendAgain(db, { accountId, mode, jobId: params.id });
    return presentCallback(await readCallback(db, { accountId, mode, jobId: params.id }));
  }),
});

/** A job's callback in the current API revision. Missing values are omitted. */
function presentCallback({ url, callback, attempts: tries }: CallbackOfJob): z.input<typeof callbackSchema> {
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
