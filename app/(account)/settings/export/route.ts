import { getSession } from '#app/session';
import { recordEvent } from '#lib/audit/record-events';
import { readOrigin, toActor } from '#app/http/read-origin';
import { attachment } from '#lib/net/attachment';
import { exportAccount } from '#lib/exports/export-account';
import { openStorage } from '#lib/storage/open-storage';

export const dynamic = 'force-dynamic';

/** A zip of all the account's data. */
export async function GET(): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return new Response(null, { status: 401 });
  const { db, accountId } = who;
  const by = toActor(who, await readOrigin());
  await recordEvent(db, { accountId, action: 'account.exported', by });
  const day = new Date().toISOString().slice(0, 10);
  return new Response(exportAccount(db, { accountId, storage: openStorage() }), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': attachment(`longhand-${day}.zip`),
      'cache-control': 'private, no-store, no-transform',
    },
  });
}
