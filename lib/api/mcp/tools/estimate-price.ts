import { z } from 'zod';
import { reading, tool } from '#lib/api/mcp/tool';
import { getCentsPerMinute, usd } from '#lib/api/mcp/tools/shapes';
import { readAvailableBalance } from '#lib/billing/read-account';
import { priceCents } from '#lib/billing/price';
import { findByMediaUrl } from '#lib/jobs/read/find-by-media-url';
import { formatLength, formatMoney } from '#lib/messages/format';
import { env } from '#lib/settings/env';

/** A year, which exceeds any recording. */
const maxSeconds = 366 * 24 * 3600;

const output = z.object({
  duration_seconds: z
    .number()
    .optional()
    .describe('Length that the price is based on. Left out while unknown.'),
  price_usd: usd.optional().describe('Price of the recording. Left out while the length is unknown.'),
  price_per_minute_usd: usd.describe(
    'Price per minute. Recordings are rounded up to whole minutes, at least one.',
  ),
  balance_usd: usd.describe('Available balance. 0 if transcribing is free.'),
  missing_usd: usd.describe('Amount missing to submit this now; 0 if the balance is sufficient.'),
  earlier_job_id: z.string().optional().describe('An existing job of this account with the same media_url.'),
});

/** Estimates the price of a recording, and checks that the balance covers it. */
export const estimatePrice = tool({
  name: 'estimate_price',
  title: 'Estimate the price',
  description:
    'Returns the price of a recording and the available balance, without submitting anything. Pass duration_seconds if you ' +
    'know the length. With media_url alone, the length is known only if this account has submitted that URL before; ' +
    'earlier_job_id is then that job, so that nobody pays twice. Without arguments, returns the price per minute and the balance.',
  scope: 'read',
  annotations: reading,
  input: z.object({
    duration_seconds: z.number().positive().max(maxSeconds).optional().describe('Length of the recording.'),
    media_url: z.string().max(1024).optional().describe('The URL that would be submitted.'),
  }),
  output,
  async run({ db, accountId, mode }, { duration_seconds: given, media_url: mediaUrl }) {
    const perMinute = getCentsPerMinute(mode);
    const { balanceCents } = await readAvailableBalance(db, { accountId }, env());
    // PostgreSQL text can't contain NUL, so no job has it.
    const known = mediaUrl?.replaceAll('\0', '');
    const earlier = known ? await findByMediaUrl(db, { accountId, mode, mediaUrl: known }) : undefined;
    const seconds = given ?? earlier?.durationSeconds ?? undefined;
    const price = seconds === undefined ? undefined : priceCents(seconds, perMinute);
    const missing = Math.max(0, (price ?? priceCents(0, perMinute)) - balanceCents);
    const structured: z.input<typeof output> = {
      duration_seconds: seconds,
      price_usd: price === undefined ? undefined : price / 100,
      price_per_minute_usd: perMinute / 100,
      balance_usd: balanceCents / 100,
      missing_usd: missing / 100,
      earlier_job_id: earlier?.id,
    };
    const text = [
      describePrice({ seconds, price, perMinute }),
      ...(perMinute > 0 ? [`The balance is ${formatMoney(balanceCents)}.`] : []),
      ...(missing > 0
        ? [`${formatMoney(missing)} is missing; the owner can top up at ${env().baseUrl}/balance.`]
        : []),
      ...(earlier ? [`This URL was submitted before: job ${earlier.id} (${earlier.status}).`] : []),
    ].join(' ');
    return { structured, text };
  },
});

function describePrice({
  seconds,
  price,
  perMinute,
}: {
  seconds: number | undefined;
  price: number | undefined;
  perMinute: number;
}): string {
  if (perMinute === 0) return 'Transcribing is free here.';
  const rate = `${formatMoney(perMinute)} per minute, rounded up`;
  if (seconds === undefined || price === undefined) {
    return `Transcribing costs ${rate}. The length is unknown, so only one minute is held for now.`;
  }
  return `Transcribing ${formatLength(seconds)} costs ${formatMoney(price)} (${rate}).`;
}
