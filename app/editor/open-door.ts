import { problem } from '#app/editor/problem';
import { signedIn } from '#app/session';
import { doorTexts as texts } from '#components/texts/doors';
import { readSession } from '#lib/accounts/read-session';
import { shownName } from '#lib/accounts/shown-name';
import { pageDatabase, type PageDatabase } from '#lib/api/page-database';
import { jobId as jobIdShape } from '#lib/api/v1/schemas';
import { getJob } from '#lib/jobs/get-job';
import { openShareLink } from '#lib/jobs/open-share-link';
import { isToken } from '#lib/link-token';
import { Refusal } from '#lib/refusal';
import type { Author } from '#lib/transcripts/author';
import { cleanName } from '#lib/transcripts/together/clean-name';

/** Whoever came in to a transcript, and what they may do. */
export interface Opened {
  db: PageDatabase;
  jobId: string;
  accountId: string;
  may: 'view' | 'edit';
  author: Author;
  /** When the door closes by itself; null for never. */
  closesAt: Date | null;
  /** Why it would not open again as it did, asked anew. */
  whyClosed: () => Promise<Closed | undefined>;
}

/** What has closed a door: the person's session or the link has ended, the job is gone, or less or more is permitted. */
export type Closed = 'session' | 'link' | 'deleted' | 'permission';

/**
 * Lets the owner of a job, or the guest of a share link, in to its transcript; else the answer that refuses. `door` is
 * the job's id or the link's token.
 */
export async function openDoor(request: Request, door: string): Promise<Opened | Response> {
  return isToken(door) ? openForGuest(request, door) : openForOwner(door);
}

/** As `openDoor`, for those who may edit, and only for requests of our own pages. */
export async function openToWrite(request: Request, door: string): Promise<Opened | Response> {
  const stranger = refuseOtherSites(request);
  if (stranger !== undefined) return stranger;
  const opened = await openDoor(request, door);
  if (opened instanceof Response || opened.may === 'edit') return opened;
  return problem(403, texts.mayOnlyView);
}

/** A browser says where a request comes from; who sends no such header is no browser that could be misled. */
export function refuseOtherSites(request: Request): Response | undefined {
  const site = request.headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' ? undefined : problem(403, texts.otherSite);
}

async function openForOwner(jobId: string): Promise<Opened | Response> {
  const who = await signedIn();
  if (who === undefined) return problem(401, texts.signedOut);
  const { db, accountId, email, sessionId } = who;
  const isThere = () =>
    getJob(db, { accountId, jobId }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    );
  if (!jobIdShape.safeParse(jobId).success || !(await isThere())) return problem(404, texts.noTranscript);
  return {
    db,
    jobId,
    accountId,
    may: 'edit',
    author: { kind: 'owner', name: shownName(email) },
    closesAt: null,
    whyClosed: async () => {
      if (!(await isThere())) return 'deleted';
      return (await readSession(db, { sessionId })) === undefined ? 'session' : undefined;
    },
  };
}

async function openForGuest(request: Request, token: string): Promise<Opened | Response> {
  const db = pageDatabase();
  const opened = await openShareLink(db, { token });
  if (opened === undefined) return problem(404, texts.deadLink);
  const { job, link } = opened;
  return {
    db,
    jobId: job.id,
    accountId: job.accountId,
    may: link.permission,
    author: { kind: 'guest', name: readGuestName(request), linkId: link.id },
    closesAt: link.expiresAt,
    whyClosed: async () => {
      const now = await openShareLink(db, { token });
      if (now === undefined) return 'link';
      return now.link.permission === link.permission ? undefined : 'permission';
    },
  };
}

/** The name that a guest goes by: URI-encoded, as a header holds no other letters than Latin ones. */
function readGuestName(request: Request): string {
  const given = request.headers.get('longhand-name') ?? '';
  return cleanName(decoded(given)) || 'Guest';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
