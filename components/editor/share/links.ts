import type { ActionResult } from '#components/ui/action-result.ts';

/** A link that opens the job's transcript without an account. Moments are ISO 8601. */
export interface JobLink {
  id: string;
  name: string | null;
  permission: 'view' | 'edit';
  expiresAt: string | null;
  madeAt: string;
  usedAt: string | null;
  /** Where it opens; null for one that can't be copied again. */
  url: string | null;
}

/** What a new link is to be. */
export type NewLink = Pick<JobLink, 'permission' | 'expiresAt'> & { name: string };

/** What the form of a new link begins with. */
export type LinkTemplate = Pick<NewLink, 'name' | 'permission'>;

/** What the owner can do with the links of a job. */
export interface LinkActions {
  list: (jobId: string) => Promise<ActionResult<JobLink[]>>;
  make: (jobId: string, link: NewLink) => Promise<ActionResult<{ url: string }>>;
  change: (linkId: string, limits: Pick<JobLink, 'permission'>) => Promise<ActionResult<void>>;
  revoke: (linkId: string) => Promise<ActionResult<void>>;
}
