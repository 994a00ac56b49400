import { randomBytes } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { pendingLinks } from '#drizzle/schema/pending-links';
import type { Db } from '#lib/db/connect';
import { checkUrl, maxUrlLength, urlFaults } from '#lib/net/check-url';
import { netPolicy } from '#lib/net/net-policy';
import { invalidParameter } from '#lib/refusal';
import { findLinkFault } from '#lib/uploads/find-link-fault';
import { uploadKeptMs } from '#lib/uploads/upload-store';
import * as texts from '#messages/uploads';

/** The options of a link or an upload are a form of the page's, which alone reads them: phrases of a vocabulary take most of it. */
export const maxOptionsLength = 200_000;

/** Of an account. */
const maxLinks = 100;

/** A link that no job was made of yet, by its account. */
export interface LinkRef {
  accountId: string;
  linkId: string;
}

/** A link that no job was made of yet. */
export interface PendingLink {
  linkId: string;
  url: string;
  /** The name and the choices of recognition, as JSON of the page. */
  options: string;
  /** When it is swept unless its options change. */
  expiresAt: Date;
}

/** True if this can be the id of a link: no upload has one of this form. */
export function isLinkId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id);
}

/**
 * Adds a link to those of the account; one that is there already stays, with its options. Refuses `invalid-parameters` for what can't be the
 * link to a recording, an address that must not be fetched, and too many links.
 */
export async function addLink(
  db: Db,
  {
    accountId,
    url,
    options,
    linkId: id = randomBytes(16).toString('hex'),
  }: { accountId: string; linkId?: string | undefined; url: string; options: string },
): Promise<void> {
  const addressFault = url.length > maxUrlLength ? urlFaults.tooLong : checkUrl(url, netPolicy());
  const fault = findLinkFault(url) ?? addressFault;
  if (fault !== undefined) throw invalidParameter('url', fault);
  const count = await db.$count(pendingLinks, eq(pendingLinks.accountId, accountId));
  if (count >= maxLinks) throw invalidParameter('url', texts.tooManyOpen());
  await db
    .insert(pendingLinks)
    .values({ accountId, id, url, options: withoutNul(options) })
    .onConflictDoNothing();
}

/** Saves the options that were chosen for a link, if it is there. */
export async function saveLinkOptions(
  db: Db,
  { options, ...which }: LinkRef & { options: string },
): Promise<void> {
  await db
    .update(pendingLinks)
    .set({ options: withoutNul(options), changedAt: new Date() })
    .where(isLink(which));
}

/** Removes a link, if it is there. */
export async function removeLink(db: Db, which: LinkRef): Promise<void> {
  await db.delete(pendingLinks).where(isLink(which));
}

/** The account's links without a job, oldest first. */
export async function listLinks(db: Db, { accountId }: { accountId: string }): Promise<PendingLink[]> {
  const rows = await db
    .select()
    .from(pendingLinks)
    .where(eq(pendingLinks.accountId, accountId))
    .orderBy(asc(pendingLinks.createdAt), asc(pendingLinks.id));
  return rows.map(({ id: linkId, url, options, changedAt }) => {
    return { linkId, url, options, expiresAt: new Date(changedAt.getTime() + uploadKeptMs) };
  });
}

/** The condition that a row is this link. */
export function isLink({ accountId, linkId }: LinkRef) {
  return and(eq(pendingLinks.accountId, accountId), eq(pendingLinks.id, linkId));
}

/** JSON has no NUL, which PostgreSQL refuses. */
const withoutNul = (json: string): string => json.replaceAll('\0', '');
