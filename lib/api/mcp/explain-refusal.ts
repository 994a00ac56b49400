import { describeRefusal } from '#lib/api/dialects/describe-refusal';
import { priceCents } from '#lib/billing/price';
import { formatMoney } from '#lib/messages/format';
import { env } from '#lib/settings/env';
import { isApiRefusal, type FaultyParameters, type Refusal } from '#lib/refusal';

/** Tells a model why a tool refused, and what to do about it. */
export function explainRefusal(refusal: Refusal): string {
  const { reason } = refusal;
  const { baseUrl, priceCentsPerMinute } = env();
  switch (reason.kind) {
    case 'invalid-parameters':
      return explainFaults(reason.parameters);
    case 'out-of-credit': {
      const needed = priceCents(0, priceCentsPerMinute);
      const missing = Math.max(0, needed - reason.balanceCents);
      return (
        `The balance is too low: ${formatMoney(reason.balanceCents)} is left, a submission needs at least ` +
        `${formatMoney(needed)}, so ${formatMoney(missing)} is missing. Nothing was submitted. The account's owner can top ` +
        `up at ${baseUrl}/balance.`
      );
    }
    case 'insufficient-scope':
      return (
        `This API key has the scope “${reason.currentValue}”; this tool requires “${reason.needed}”. The account's owner can ` +
        `create such a key at ${baseUrl}/developers.`
      );
    case 'job-not-found':
      return 'There is no job with this ID. list_jobs lists the jobs of the account.';
    case 'revision-not-found':
      return 'This version of the transcript no longer exists. Call again without a cursor.';
    case 'invalid-job-state':
      return reason.currentValue === 'failed'
        ? 'The job failed, so it has no transcript. get_job says why.'
        : 'The job is still in progress and has no transcript yet. Call get_job with wait_seconds first.';
    case 'idempotency-key-reuse':
      return 'This idempotency_key was used with a different submission in the last 24 hours. Use a new one.';
    default:
      return isApiRefusal(refusal) ? describeRefusal(refusal) : refusal.message;
  }
}

/** Arguments have the names that the options of a submission have. */
function explainFaults(parameters: FaultyParameters): string {
  return Object.entries(parameters)
    .map(([name, messages]) => `${toArgument(name)}: ${messages.join(' ')}`)
    .join('\n');
}

function toArgument(name: string): string {
  if (name === 'Idempotency-Key') return 'idempotency_key';
  return name === 'starting_after' ? 'cursor' : name.replace(/^options\./, '');
}
