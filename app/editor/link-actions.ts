'use server';

import { z } from 'zod';
import { act, type Outcome } from '#app/act';
import type { JobLink, LinkWish } from '../../components/editor/share/links';
import { env } from '#lib/env';
import { changeShareLink } from '#lib/jobs/change-share-link';
import { listShareLinks } from '#lib/jobs/list-share-links';
import { revokeShareLink } from '#lib/jobs/revoke-share-link';
import { shareJob } from '#lib/jobs/share-job';

const id = z.string().max(64);
const permission = z.enum(['view', 'edit']);
const wish = z.object({
  name: z.string().max(1000),
  permission,
  expiresAt: z.iso.datetime().nullable(),
});
const limits = z.object({ permission });

/** The links of a job that still work, newest first. */
export async function listLinks(given: string): Promise<Outcome<JobLink[]>> {
  const jobId = id.parse(given);
  return act(async ({ db, accountId }) => {
    const links = await listShareLinks(db, { accountId, jobId });
    return links.map(({ createdAt, lastUsedAt, expiresAt, ...link }) => ({
      ...link,
      madeAt: createdAt.toISOString(),
      usedAt: lastUsedAt?.toISOString() ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
    }));
  });
}

/** Makes a link; its address can't be read again. */
export async function makeLink(job: string, given: LinkWish): Promise<Outcome<{ url: string }>> {
  const jobId = id.parse(job);
  const { expiresAt, ...rest } = wish.parse(given);
  return act(async ({ db, accountId }) => {
    const until = expiresAt === null ? null : new Date(expiresAt);
    const { token } = await shareJob(db, { accountId, jobId }, { ...rest, expiresAt: until });
    return { url: `${env().baseUrl}/editor/shared/${token}` };
  });
}

/** Changes at once what the guests of a link may do. */
export async function changeLink(link: string, given: z.input<typeof limits>): Promise<Outcome<void>> {
  const linkId = id.parse(link);
  const wanted = limits.parse(given);
  return act(({ db, accountId }) => changeShareLink(db, { accountId, linkId }, wanted));
}

/** Ends a link at once. */
export async function revokeLink(given: string): Promise<Outcome<void>> {
  const linkId = id.parse(given);
  return act(({ db, accountId }) => revokeShareLink(db, { accountId, linkId }));
}
