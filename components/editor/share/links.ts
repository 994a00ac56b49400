import type { Outcome } from '../../account/use-action';

/** A link that opens the job's transcript without an account. Moments are ISO 8601. */
export interface JobLink {
  id: string;
  name: string | null;
  permission: 'view' | 'edit';
  expiresAt: string | null;
  madeAt: string;
  usedAt: string | null;
}

/** What a new link is to be. */
export type LinkWish = Pick<JobLink, 'permission' | 'expiresAt'> & { name: string };

/** What the owner can do with the links of a job. */
export interface LinkActions {
  list: (jobId: string) => Promise<Outcome<JobLink[]>>;
  make: (jobId: string, wish: LinkWish) => Promise<Outcome<{ url: string }>>;
  change: (linkId: string, limits: Pick<JobLink, 'permission'>) => Promise<Outcome<void>>;
  revoke: (linkId: string) => Promise<Outcome<void>>;
}
