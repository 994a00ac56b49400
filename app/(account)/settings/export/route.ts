import { signedIn } from '#app/session';
import { exportAccount } from '#lib/jobs/export-account';
import { storage } from '#lib/storage/storage';

export const dynamic = 'force-dynamic';

/** A zip of all that the account has. */
export async function GET(): Promise<Response> {
  const who = await signedIn();
  if (who === undefined) return new Response(null, { status: 401 });
  const { db, accountId } = who;
  const day = new Date().toISOString().slice(0, 10);
  return new Response(exportAccount(db, { accountId, storage: storage() }), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="longhand-${day}.zip"`,
      'cache-control': 'private, no-store, no-transform',
    },
  });
}
