import type { Session } from '#app/session';
import type { StoredUpload } from '#components/uploads/upload-phases.ts';
import { formatLength } from '#lib/messages/format';
import { findOutage, logOutage } from '#lib/outage';
import { listUploads } from '#lib/uploads/list-uploads';

/** The account's uploads that are no jobs yet, as its page shows them; none while the storage is away. */
export async function listOwnUploads({ accountId }: Pick<Session, 'accountId'>): Promise<StoredUpload[]> {
  try {
    const uploads = await listUploads({ accountId });
    return uploads.map(({ measured, expiresAt, ...upload }) => ({
      ...upload,
      measured: measured && {
        length: formatLength(measured.durationSeconds),
        priceCents: measured.priceCents,
      },
      expiresAt: expiresAt.toISOString(),
    }));
  } catch (error) {
    const outage = findOutage(error);
    if (outage === undefined) throw error;
    logOutage(outage);
    return [];
  }
}
