import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { redactAnswer } from '#lib/callbacks/redact-answer';
import { sendCallback, unsignedAttempt, type CallbackAttempt } from '#lib/callbacks/send-callback';
import { sign } from '#lib/callbacks/signing/sign';
import { readSigningSecrets, type SecretsOwner } from '#lib/callbacks/signing/signing-secrets';
import type { Db } from '#lib/db/connect';
import { checkUrl, maxUrlLength, urlFaults } from '#lib/net/check-url';
import { netPolicy } from '#lib/net/net-policy';
import { newId } from '#lib/ids/new-id';
import { Refusal } from '#lib/refusal';
import { perProcess } from '#lib/per-process';

const testsPerMinute = 10;

/** Sends a signed example to this URL once and returns the result. Refuses bad URLs, and more than 10 a minute. */
export async function sendTestCallback(
  db: Db,
  { url, example, ...owner }: SecretsOwner & { url: string; example: object },
): Promise<CallbackAttempt> {
  const fault = url.length > maxUrlLength ? urlFaults.tooLong : checkUrl(url, netPolicy());
  if (fault !== undefined) throw new Refusal({ kind: 'invalid-parameters', parameters: { url: [fault] } });
  await limitTests(owner.accountId);
  const body = JSON.stringify({ ...example, example: true });
  const timestamp = Math.floor(Date.now() / 1000);
  const secrets = await readSigningSecrets(db, owner);
  if (secrets.length === 0) return unsignedAttempt();
  const headers = sign({ id: newId(), timestamp, body }, secrets);
  const { signal } = new AbortController();
  const attempt = await sendCallback({ url, body, headers }, { policy: netPolicy(), signal });
  return { ...attempt, answer: redactAnswer(attempt.answer) };
}

async function limitTests(accountId: string): Promise<void> {
  const create = () => new RateLimiterMemory({ points: testsPerMinute, duration: 60 });
  try {
    await perProcess('longhandTestLimiter', create).consume(accountId);
  } catch (used) {
    if (!(used instanceof RateLimiterRes)) throw used;
    const retryAfterSeconds = Math.max(1, Math.ceil(used.msBeforeNext / 1000));
    throw new Refusal({ kind: 'too-many-requests', retryAfterSeconds });
  }
}
