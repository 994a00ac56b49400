import { and, eq } from 'drizzle-orm';
import { requestHeaders } from '#drizzle/schema/request-headers';
import type { Db } from '#lib/db/connect';
import { unseal } from '#lib/ids/seal';
import { headersPurpose, toSealedId, type HeadersOwner } from '#lib/jobs/headers/store-headers';
import type { RequestHeaders } from '#lib/net/request-headers';
import { log } from '#lib/settings/log';

/** The headers to send with a request, to be passed on to it and to nothing else; empty where there are none, or none any more. */
export async function readHeaders(db: Db, owner: HeadersOwner, secret: string): Promise<RequestHeaders> {
  const { jobId, kind } = owner;
  const [row] = await db
    .select({ sealed: requestHeaders.sealed })
    .from(requestHeaders)
    .where(and(eq(requestHeaders.jobId, jobId), eq(requestHeaders.kind, kind)));
  if (row === undefined) return {};
  const text = unseal(secret, { purpose: headersPurpose, id: toSealedId(owner), sealed: row.sealed });
  if (text !== undefined) return JSON.parse(text) as RequestHeaders;
  log().warn({ jobId, kind }, 'request headers were sealed under another installation secret');
  return {};
}
