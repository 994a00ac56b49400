import { requestHeaders } from '#drizzle/schema/request-headers';
import type { Tx } from '#lib/db/connect';
import { seal } from '#lib/ids/seal';
import type { RequestHeaders } from '#lib/net/request-headers';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';

/** Whose headers: of the requests for a job's media, or of its callback. */
export interface HeadersOwner {
  jobId: string;
  kind: 'media' | 'callback';
}

export const headersPurpose = 'request headers';

/** The id that headers of one kind are sealed for: they open in no other row. */
export function toSealedId({ jobId, kind }: HeadersOwner): string {
  return `${jobId} ${kind}`;
}

/** Keeps the headers for a new job's requests, sealed under the installation's secret. Without any, nothing is stored. */
export async function storeHeaders(
  tx: Tx,
  jobId: string,
  headers: Partial<Record<HeadersOwner['kind'], RequestHeaders | undefined>>,
): Promise<void> {
  for (const kind of ['media', 'callback'] as const) {
    const given = headers[kind];
    if (given === undefined || Object.keys(given).length === 0) continue;
    const [id, text] = [toSealedId({ jobId, kind }), JSON.stringify(given)];
    const sealed = seal(await readSecret(env()), { purpose: headersPurpose, id, text });
    await tx.insert(requestHeaders).values({ jobId, kind, sealed });
  }
}
