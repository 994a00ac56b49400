import { and, eq, sql } from 'drizzle-orm';
import { callbacks } from '#drizzle/schema/callbacks';
import { jobs } from '#drizzle/schema/jobs';
import { requestHeaders } from '#drizzle/schema/request-headers';
import type { Db } from '#lib/db/connect';
import type { HeadersOwner } from '#lib/jobs/headers/store-headers';

/** Removes headers that no request needs any more: to be called where the last one has ended. */
export async function forgetHeaders(db: Db, { jobId, kind }: HeadersOwner): Promise<void> {
  await db.delete(requestHeaders).where(and(eq(requestHeaders.jobId, jobId), eq(requestHeaders.kind, kind)));
}

/** Removes what a machine of the version before, which knew of no headers, left behind. */
export async function forgetUnusedHeaders(db: Db): Promise<void> {
  const hasEnded = sql`${jobs.status} <> 'in_progress'`;
  const isFetched = sql`${jobs.mediaKey} is not null`;
  const isPending = sql`exists (select from ${callbacks} where ${callbacks.jobId} = ${jobs.id} and ${callbacks.state} = 'pending')`;
  await db.delete(requestHeaders).where(
    sql`exists (select from ${jobs} where ${jobs.id} = ${requestHeaders.jobId} and case ${requestHeaders.kind}
      when 'media' then (${hasEnded} or ${isFetched}) else (${hasEnded} and not ${isPending}) end)`,
  );
}
