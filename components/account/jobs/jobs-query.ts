import type { ShownJob } from '#components/account/job-list';
import type { ChoiceFaults } from '../recognition/offer';

/** Which jobs the list shows, and in which order. */
export interface JobsQuery {
  search: string;
  status: 'in_progress' | 'transcribed' | 'failed' | undefined;
  sort: 'newest' | 'name' | 'longest';
}

/** A page of the list; the next one is behind `next`. */
export interface JobsPage {
  jobs: ShownJob[];
  next: string | undefined;
}

/** Jobs of the account that have changed or come, ids of those that are gone, and what can still be spent. */
export interface JobsChange {
  jobs: ShownJob[];
  gone: string[];
  balanceCents: number;
}

/** What came of an order; with too little balance, or choices that can't be met, nothing was ordered. */
export type Ordered =
  | { kind: 'ordered' }
  | { kind: 'out-of-credit'; balanceCents: number }
  | { kind: 'choices-refused'; faults: ChoiceFaults };

/** What an action answers: its value, or why nothing was done, in words. */
export type Outcome<Value> = { value: Value } | { trouble: string };

/** The query as an address has it: what is as usual is left out. */
export function toSearchParams({ search, status, sort }: JobsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (status !== undefined) params.set('status', status);
  if (sort !== 'newest') params.set('sort', sort);
  return params;
}

/** The query that an address asks for; what it says wrongly is as usual. */
export function fromSearchParams(params: Pick<URLSearchParams, 'get'>): JobsQuery {
  const status = params.get('status');
  const sort = params.get('sort');
  return {
    search: params.get('search') ?? '',
    status: status === 'in_progress' || status === 'transcribed' || status === 'failed' ? status : undefined,
    sort: sort === 'name' || sort === 'longest' ? sort : 'newest',
  };
}

/** Whether every job of the account is in the list. */
export function isEverything({ search, status }: JobsQuery): boolean {
  return search === '' && status === undefined;
}

const kinds = {
  in_progress: ['waiting', 'in-progress'],
  transcribed: ['transcribed'],
  failed: ['failed'],
} as const;

/**
 * The list after a change. A job that is shown stays where it stands, with what is new of it, unless it no longer
 * has the status asked for; a new one comes first where the newest are first and nothing is searched for.
 */
export function applyChange(
  shown: ShownJob[],
  { jobs, gone }: Pick<JobsChange, 'jobs' | 'gone'>,
  query: JobsQuery,
): ShownJob[] {
  const changed = new Map(jobs.filter((job) => fits(job, query)).map((job) => [job.id, job]));
  const left = new Set([...gone, ...jobs.filter((job) => !fits(job, query)).map(({ id }) => id)]);
  const kept = shown
    .filter(({ id }) => !left.has(id))
    // A change says nothing of what was found in the transcript.
    .map((job) => ({ ...job, ...changed.get(job.id), passage: job.passage }));
  if (query.search !== '' || query.sort !== 'newest') return kept;
  const known = new Set(shown.map(({ id }) => id));
  const newest = shown[0]?.placedAt ?? '';
  const come = [...changed.values()].filter(({ id, placedAt }) => !known.has(id) && placedAt >= newest);
  return [...come.toSorted((a, b) => b.placedAt.localeCompare(a.placedAt)), ...kept];
}

function fits({ state }: ShownJob, { status }: JobsQuery): boolean {
  return status === undefined || (kinds[status] as readonly string[]).includes(state.kind);
}
