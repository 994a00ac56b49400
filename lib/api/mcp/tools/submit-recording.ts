import type { z } from 'zod';
import { acceptSubmission } from '#lib/api/submission/accept-submission';
import { tool } from '#lib/api/mcp/tool';
import { describeJob, getCentsPerMinute, showJob, shownJob, usd } from '#lib/api/mcp/tools/shapes';
import { optionRules } from '#lib/api/v1/contract';
import { idempotencyKey, submissionOptions } from '#lib/api/v1/schemas';
import { readAvailableBalance } from '#lib/billing/read-account';
import { formatMoney } from '#lib/messages/format';
import { env } from '#lib/settings/env';

const output = shownJob.extend({
  held_usd: usd.describe(
    'Amount held for the job: the price of one minute until the length is known, then the full price. Failed jobs cost nothing.',
  ),
  price_per_minute_usd: usd,
  balance_usd: usd.describe('Available balance after this. 0 if transcribing is free.'),
});

/** Submits a recording on the web as a job. */
export const submitRecording = tool({
  name: 'submit_recording',
  title: 'Submit a recording',
  description:
    'Submits an audio or video file on the web for transcription and returns its job at once. This costs money: see ' +
    'estimate_price. media_url is the address of the file itself, not of a page that plays it. Then call get_job with ' +
    'wait_seconds until the status is transcribed. Pass an idempotency_key, and the same one again to repeat a call whose ' +
    'result was lost: the job is created only once.',
  scope: 'submit',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: submissionOptions.extend({
    idempotency_key: idempotencyKey.describe(
      'Any text without spaces, new for each submission. For 24 hours, the same key with the same arguments ' +
        'returns the first job again, without a second charge.',
    ),
  }),
  output,
  async run({ db, accountId, mode, request }, { idempotency_key: key, ...options }) {
    // Parsed, checked and stored exactly like `POST /v1/jobs`, so that both share idempotency keys.
    const submission = new Request('http://localhost/v1/jobs', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
      body: JSON.stringify(options),
      signal: request.signal,
    });
    const job = await acceptSubmission({ db, accountId, mode, request: submission }, optionRules);
    const { balanceCents } = await readAvailableBalance(db, { accountId }, env());
    const shown = showJob(job, undefined);
    const structured: z.input<typeof output> = {
      ...shown,
      held_usd: job.priceCents / 100,
      price_per_minute_usd: getCentsPerMinute(mode) / 100,
      balance_usd: balanceCents / 100,
    };
    const money =
      job.priceCents > 0
        ? ` ${formatMoney(job.priceCents)} is held, ${formatMoney(balanceCents)} is left.`
        : '';
    return { structured, text: `${describeJob(shown)}${money} In the editor: ${shown.editor_url}` };
  },
});
