import * as presenceTexts from '#messages/editor/presence';
import * as texts from '#messages/editor/requests';
import { problem } from '#app/editor/problem';
import { readClientAddress } from '#app/http/client-address';
import { getSession } from '#app/session';
import { readSession } from '#lib/accounts/sessions/read-session';
import { readNameAndEmail } from '#lib/accounts/settings/display-name';
import { toDisplayName } from '#lib/accounts/display-name';
import { database, type Db } from '#lib/db/database';
import { jobId as jobIdShape } from '#lib/api/v1/schemas';
import { lookUpCredential } from '#lib/api/limits/look-up-credential';
import { getJob } from '#lib/jobs/read/get-job';
import { openShareLink } from '#lib/share-links/open-share-link';
import { isToken } from '#lib/ids/link-token';
import { Refusal } from '#lib/refusal';
import type { Author } from '#lib/revisions/write-revision';
import { cleanName } from '#lib/transcript/clean-name';
import { impersonates } from '#lib/transcript/impersonates';

/** The person who opened the transcript, and their permission. */
export interface Authorization {
  db: Db;
  jobId: string;
  accountId: string;
  may: 'view' | 'edit';
  author: Author;
  /** When the access expires; null for never. */
  expiresAt: Date | null;
  /** Equal for all accesses whose `checkAccess` gives the same result. */
  accessKey: string;
  /** Returns the reason why access has ended; undefined while it is valid. */
  checkAccess: () => Promise<EndReason | undefined>;
}

/** Why access ended: the session or the link expired, the job was deleted, or the permission changed. */
export type EndReason = 'session' | 'link' | 'deleted' | 'permission';

/** Authorizes a job's owner or a link's guest, by job ID or token. Throws the response that refuses. */
export async function authorize(request: Request, ref: string): Promise<Authorization> {
  return isToken(ref) ? authorizeGuest(request, ref) : authorizeOwner(ref);
}

async function authorizeOwner(jobId: string): Promise<Authorization> {
  const session = await getSession();
  if (session === undefined) throw problem(401, texts.signedOut());
  const { db, accountId, email, displayName, sessionId } = session;
  const isThere = () =>
    getJob(db, { accountId, jobId }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    );
  if (!jobIdShape.safeParse(jobId).success || !(await isThere())) throw problem(404, texts.noTranscript());
  return {
    db,
    jobId,
    accountId,
    may: 'edit',
    author: { kind: 'owner', name: toDisplayName(email, displayName) },
    expiresAt: null,
    accessKey: `session ${sessionId} ${jobId}`,
    checkAccess: async () => {
      if (!(await isThere())) return 'deleted';
      return (await readSession(db, { sessionId })) === undefined ? 'session' : undefined;
    },
  };
}

async function authorizeGuest(request: Request, token: string): Promise<Authorization> {
  const { db } = database();
  const address = readClientAddress(request.headers);
  const opened = await lookUpCredential({ kind: 'link', secret: token, address }, () =>
    openShareLink(db, { token }),
  );
  if (opened === undefined) throw problem(404, texts.deadLink());
  const { job, link } = opened;
  return {
    db,
    jobId: job.id,
    accountId: job.accountId,
    may: link.permission,
    author: { ...(await identifyGuest(request, db, job.accountId)), linkId: link.id },
    expiresAt: link.expiresAt,
    accessKey: `link ${link.id} ${link.permission}`,
    checkAccess: async () => {
      const now = await openShareLink(db, { token });
      if (now === undefined) return 'link';
      return now.link.permission === link.permission ? undefined : 'permission';
    },
  };
}

/** The author of a guest's edits: the account's name, or the typed one unless it is the owner's or an email address. */
async function identifyGuest(request: Request, db: Db, ownerId: string): Promise<Author> {
  const session = await getSession();
  const own = session && toDisplayName(session.email, session.displayName);
  if (own !== undefined && session?.accountId === ownerId) return { kind: 'owner', name: own };
  const owner = await readNameAndEmail(db, { accountId: ownerId });
  const names = [own, readGuestName(request)].filter((name) => name !== undefined);
  return { kind: 'guest', name: names.find((name) => !impersonates(name, owner)) ?? presenceTexts.guest() };
}

/** A guest's name, URI-encoded because headers are limited to Latin-1. */
function readGuestName(request: Request): string {
  const given = request.headers.get('longhand-name') ?? '';
  return cleanName(decoded(given)) || presenceTexts.guest();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
