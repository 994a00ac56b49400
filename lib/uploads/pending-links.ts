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

/**
 * The options of a link or an upload are the page's form, which only the page reads; a vocabulary's phrases take most
 * of it.
 */
export const maxOptionsLength = 200_000;

/** The maximum number of links per account. */
const maxLinks = 100;

/** Identifies a link of an account without a job. */
export interface LinkRef {
  accountId: string;
  linkId: string;
}

/** A link without a job. */
export interface PendingLink {
  linkId: string;
  url: string;
  /** The name and the recognition options, as the page's JSON. */
  options: string;
  /** The time at which it is swept unless its options change. */
  expiresAt: Date;
}

/** True if this can be a link's ID: no upload has an ID of this form. */
export function isLinkId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id);
}

/**
 * Adds a link to the account; an existing one stays, with its options. Refuses `invalid-parameters` for a URL that
 * can't be a link to a recording or must not be fetched, and for too many links.
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

/** Saves a link's options, if it exists. */
export async function saveLinkOptions(
  db: Db,
  { options, ...which }: LinkRef & { options: string },
): Promise<void> {
  await db
    .update(pendingLinks)
    .set({ options: withoutNul(options), changedAt: new Date() })
    .where(isLink(which));
}

/** Removes a link, if it exists. */
export async function removeLink(db: Db, which: LinkRef): Promise<void> {
  await db.delete(pendingLinks).where(isLink(which));
}

/** Lists the account's links without a job, oldest first. */
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

/** Returns the condition that a row is this link. */
export function isLink({ accountId, linkId }: LinkRef) {
  return and(eq(pendingLinks.accountId, accountId), eq(pendingLinks.id, linkId));
}

/** Removes NUL, which JSON doesn't have and PostgreSQL refuses. */
const withoutNul = (json: string): string => json.replaceAll('\0', '');
