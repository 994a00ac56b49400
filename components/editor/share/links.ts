import type { ActionResult } from '#components/ui/action-result.ts';

/** The permission of a link's guests. */
export const linkPermissions = ['view', 'edit'] as const;

/** A link that opens the job's transcript without an account. Times are ISO 8601. */
export interface JobLink {
  id: string;
  name: string | null;
  permission: (typeof linkPermissions)[number];
  expiresAt: string | null;
  madeAt: string;
  usedAt: string | null;
  /** The URL; null if it can't be copied again. */
  url: string | null;
}

/** The options of a new link. */
export type NewLink = Pick<JobLink, 'permission' | 'expiresAt'> & { name: string };

/** The initial values of the form for a new link. */
export type LinkTemplate = Pick<NewLink, 'name' | 'permission'>;

/** The owner's actions on the links of a job. */
export interface LinkActions {
  list: (jobId: string) => Promise<ActionResult<JobLink[]>>;
  make: (jobId: string, link: NewLink) => Promise<ActionResult<{ url: string }>>;
  change: (linkId: string, limits: Pick<JobLink, 'permission'>) => Promise<ActionResult<void>>;
  revoke: (linkId: string) => Promise<ActionResult<void>>;
}
