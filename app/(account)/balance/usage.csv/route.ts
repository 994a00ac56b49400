import { shownMonths } from '#app/(account)/balance/own-balance';
import { getSession } from '#app/session';
import { attachment } from '#lib/net/attachment';
import { exportMonths } from '#lib/billing/usage/export-months';
import { readMonths } from '#lib/billing/usage/read-months';
import { env } from '#lib/settings/env';

export const dynamic = 'force-dynamic';

/** Downloads the signed-in account's minutes and money of the last months. */
export async function GET(): Promise<Response> {
  if (env().priceCentsPerMinute === 0) return new Response(null, { status: 404 });
  const who = await getSession();
  // A redirect to the sign-in page would be saved as the file.
  if (who === undefined) return new Response(null, { status: 401 });
  const { db, accountId } = who;
  return new Response(
    exportMonths(await readMonths(db, { accountId, months: shownMonths, now: new Date() })),
    {
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': attachment('longhand-usage.csv'),
        'cache-control': 'private, no-store',
      },
    },
  );
}
