import { getSession } from '#app/session';
import { attachment } from '#lib/net/attachment';
import { exportLedger } from '#lib/billing/ledger/export-ledger';
import { env } from '#lib/settings/env';

export const dynamic = 'force-dynamic';

/** Downloads the signed-in account's whole ledger. */
export async function GET(): Promise<Response> {
  if (env().priceCentsPerMinute === 0) return new Response(null, { status: 404 });
  const who = await getSession();
  // A redirect to the sign-in page would be saved as the file.
  if (who === undefined) return new Response(null, { status: 401 });
  const lines = exportLedger(who.db, { accountId: who.accountId });
  const encoder = new TextEncoder();
  let hasEnded = false;
  const body = new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (hasEnded) return;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      hasEnded = true;
      await lines.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': attachment('longhand-ledger.csv'),
      'cache-control': 'private, no-store',
    },
  });
}
