import { signedIn } from '#app/session';
import type { PageDatabase } from '#lib/api/page-database';
import { jobId as jobIdShape } from '#lib/api/v1/schemas';

/** Whoever came in to a transcript, and what they may do. */
export interface Opened {
  db: PageDatabase;
  jobId: string;
  accountId: string;
  may: 'view' | 'edit';
  author: { kind: 'owner' | 'guest'; name: string; linkId?: string };
}

/** Lets the owner of a job in to it; else the answer that refuses. */
export async function openDoor(_request: Request, door: string): Promise<Opened | Response> {
  const who = await signedIn();
  if (who === undefined) return new Response(null, { status: 401 });
  if (!jobIdShape.safeParse(door).success) return new Response(null, { status: 404 });
  const { db, accountId, email } = who;
  return { db, jobId: door, accountId, may: 'edit', author: { kind: 'owner', name: email } };
}
