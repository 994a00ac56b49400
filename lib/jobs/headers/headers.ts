import { and, eq, sql } from 'drizzle-orm';
import { requestHeaders } from '#drizzle/schema/request-headers';
import type { Tx, Db } from '#lib/db/connect';
import { seal, unseal } from '#lib/ids/seal';
import type { RequestHeaders } from '#lib/net/request-headers';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import { log } from '#lib/settings/log';
import { callbacks } from '#drizzle/schema/callbacks';
import { jobs } from '#drizzle/schema/jobs';

/** The job and request that headers are for: fetching its media, or its callback. */
export interface HeadersOwner {
  jobId: string;
  kind: 'media' | 'callback';
}

export const headersPurpose = 'request headers';

/** Returns the id that headers are sealed with, so that they can't be opened in another row. */
export function toSealedId({ jobId, kind }: HeadersOwner): string {
  return `${jobId} ${kind}`;
}

/** Stores headers for a new job's requests, sealed with the installation's secret. Stores nothing if there are none. */
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

/** Reads the headers to send with a request, for no other use; empty if there are none, or none any more. */
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

/** Deletes headers. Called once their last request has ended. */
export async function forgetHeaders(db: Db, { jobId, kind }: HeadersOwner): Promise<void> {
  await db.delete(requestHeaders).where(and(eq(requestHeaders.jobId, jobId), eq(requestHeaders.kind, kind)));
}

/** Deletes headers left by machines of the previous version, which doesn't know of them. */
export async function forgetUnusedHeaders(db: Db): Promise<void> {
  const hasEnded = sql`${jobs.status} <> 'in_progress'`;
  const isFetched = sql`${jobs.mediaKey} is not null`;
  const isPending = sql`exists (select from ${callbacks} where ${callbacks.jobId} = ${jobs.id} and ${callbacks.state} = 'pending')`;
  await db.delete(requestHeaders).where(
    sql`exists (select from ${jobs} where ${jobs.id} = ${requestHeaders.jobId} and case ${requestHeaders.kind}
      when 'media' then (${hasEnded} or ${isFetched}) else (${hasEnded} and not ${isPending}) end)`,
  );
}
