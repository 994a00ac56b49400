'use server';

import { z } from 'zod';
import { runAction } from '#app/run-action';
import type { ActionResult } from '#components/ui/action-result.ts';
import { linkPermissions, type JobLink, type NewLink } from '#components/editor/share/links.ts';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import { changeShareLink, revokeShareLink } from '#lib/share-links/change-share-link';
import { listShareLinks } from '#lib/share-links/list-share-links';
import { createShareLink } from '#lib/share-links/create-share-link';

const id = z.string().max(64);
const permission = z.enum(linkPermissions);
const newLink = z.object({
  name: z.string().max(1000),
  permission,
  expiresAt: z.iso.datetime().nullable(),
});
const limits = z.object({ permission });

const getUrl = (token: string): string => `${env().baseUrl}/editor/shared/${token}`;

/** A job's active links, newest first. */
export async function listLinks(given: string): Promise<ActionResult<JobLink[]>> {
  return runAction(async ({ db, accountId }) => {
    const jobId = id.parse(given);
    const links = await listShareLinks(db, { accountId, jobId }, await readSecret(env()));
    return links.map(({ token, createdAt, lastUsedAt, expiresAt, ...link }) => ({
      ...link,
      url: token === undefined ? null : getUrl(token),
      madeAt: createdAt.toISOString(),
      usedAt: lastUsedAt?.toISOString() ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
    }));
  });
}

/** Creates a link. */
export async function makeLink(job: string, given: NewLink): Promise<ActionResult<{ url: string }>> {
  return runAction(async ({ db, accountId, by }) => {
    const jobId = id.parse(job);
    const { expiresAt, ...rest } = newLink.parse(given);
    const until = expiresAt === null ? null : new Date(expiresAt);
    const secret = await readSecret(env());
    const { token } = await createShareLink(
      db,
      { accountId, by, jobId },
      { ...rest, expiresAt: until },
      secret,
    );
    return { url: getUrl(token) };
  });
}

/** Changes a link's permission immediately. */
export async function changeLink(link: string, given: z.input<typeof limits>): Promise<ActionResult<void>> {
  return runAction(({ db, accountId, by }) =>
    changeShareLink(db, { accountId, by, linkId: id.parse(link) }, limits.parse(given)),
  );
}

/** Revokes a link immediately. */
export async function revokeLink(given: string): Promise<ActionResult<void>> {
  return runAction(({ db, accountId, by }) =>
    revokeShareLink(db, { accountId, by, linkId: id.parse(given) }),
  );
}
