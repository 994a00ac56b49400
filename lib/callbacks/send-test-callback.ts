import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { callbackExamples } from '#lib/api/v1/examples';
import { sendCallback, type Try } from '#lib/callbacks/send-callback';
import { sign } from '#lib/callbacks/sign';
import { signingSecretsOf } from '#lib/callbacks/signing-secrets';
import type { Db } from '#lib/db/connect';
import { env } from '#lib/env';
import { checkUrl } from '#lib/net/check-url';
import { netPolicy } from '#lib/net/net-policy';
import { newId } from '#lib/new-id';
import { Refusal } from '#lib/refusal';

const longestUrl = 1024;
const testsPerMinute = 10;

// Next bundles each route on its own: the one limiter of the process is kept on globalThis.
const holder = globalThis as { longhandTestLimiter?: RateLimiterMemory };

/**
 * Sends an example of a callback to this URL, once and signed, and gives what came of it after 15 seconds at most.
 * Beside the `job`, which there is not, its body has `"example": true`. Nothing of it is kept. Refuses what is
 * refused as a `callback_url`, and more than 10 in a minute and account.
 */
export async function sendTestCallback(
  db: Db,
  { accountId, url }: { accountId: string; url: string },
): Promise<Try> {
  const fault = url.length > longestUrl ? 'The address is too long.' : checkUrl(url, netPolicy());
  if (fault !== undefined) throw new Refusal({ kind: 'invalid-parameters', parameters: { url: [fault] } });
  await limitTests(accountId);
  const body = JSON.stringify({ ...exampleBody(), example: true });
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = sign({ id: newId(), timestamp, body }, await signingSecretsOf(db, accountId));
  const { signal } = new AbortController();
  return sendCallback({ url, body, headers }, { policy: netPolicy(), signal });
}

function exampleBody(): object {
  return Object(callbackExamples(env().baseUrl)['transcribed']?.value) as object;
}

async function limitTests(accountId: string): Promise<void> {
  holder.longhandTestLimiter ??= new RateLimiterMemory({ points: testsPerMinute, duration: 60 });
  try {
    await holder.longhandTestLimiter.consume(accountId);
  } catch (used) {
    if (!(used instanceof RateLimiterRes)) throw used;
    const retryAfterSeconds = Math.max(1, Math.ceil(used.msBeforeNext / 1000));
    throw new Refusal({ kind: 'too-many-requests', retryAfterSeconds });
  }
}
