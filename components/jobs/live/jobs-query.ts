import type { JobView } from '#components/jobs/list/job-list';
import { sorts, type JobsSort } from '#components/jobs/list/job-sorts.ts';
import { toTagKey } from '#lib/transcript/tags';
import type { ChoiceFaults } from '#components/recognition/offer.ts';

/** Of how many jobs a request may be. */
export const maxJobsAtOnce = 1000;

/** Which jobs the list shows, and in which order. */
export interface JobsQuery {
  search: string;
  status: 'in_progress' | 'transcribed' | 'failed' | undefined;
  /** Those archived alone; else those that are not. */
  isArchived: boolean;
  tag: string | undefined;
  sort: JobsSort;
}

/** A page of the list; the next one is behind `next`. */
export interface JobListPage {
  jobs: JobView[];
  next: string | undefined;
  /** True if the account has archived jobs. */
  hasArchived: boolean;
  /** All tags of the account. */
  tags: string[];
}

/** Jobs of the account that have changed or come, and ids of those that are gone. */
export interface ListChange {
  jobs: JobView[];
  gone: string[];
}

/** The account's means: its balance, and if the sample is free. */
export interface Credit {
  balanceCents: number;
  isSampleFree: boolean;
}

/** A change, with what can be had transcribed after it. */
export interface JobsChange extends ListChange {
  credit: Credit;
}

/** The ids of jobs that were moved to the trash or archived, and of those that are left because they have not ended. */
export interface MovedJobs {
  moved: string[];
  inProgress: string[];
}

/** The result of a submission; nothing is submitted when the balance is too low or the choices can't be met. */
export type SubmitResult =
  | { kind: 'submitted'; jobIds: string[] }
  | { kind: 'out-of-credit'; balanceCents: number }
  | { kind: 'choices-refused'; faults: ChoiceFaults };

/** The query as an address has it: what is as usual is left out. */
export function toSearchParams({ search, status, isArchived, tag, sort }: JobsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (status !== undefined) params.set('status', status);
  if (isArchived) params.set('archived', 'true');
  if (tag !== undefined) params.set('tag', tag);
  if (sort !== 'newest') params.set('sort', sort);
  return params;
}

/** The query that an address asks for; what it says wrongly is as usual. */
export function fromSearchParams(params: Pick<URLSearchParams, 'get'>): JobsQuery {
  const status = params.get('status');
  return {
    search: params.get('search') ?? '',
    status: status === 'in_progress' || status === 'transcribed' || status === 'failed' ? status : undefined,
    isArchived: params.get('archived') === 'true',
    tag: params.get('tag') || undefined,
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'newest',
  };
}

/** A page and the one behind it as one. A job that moved from one to the other is in it once. */
export function appendPage({ jobs }: JobListPage, next: JobListPage): JobListPage {
  const known = new Set(jobs.map(({ id }) => id));
  return { ...next, jobs: [...jobs, ...next.jobs.filter(({ id }) => !known.has(id))] };
}

/** The first page, or the one behind `after`. */
interface PageRequest {
  after?: string | undefined;
  limit: number;
}

/** Loads `limit` jobs as one page, or as many as there are: the server gives no more than a thousand at once. */
export async function loadJobs(
  fetchPage: (request: PageRequest) => Promise<JobListPage>,
  { after, limit }: PageRequest,
): Promise<JobListPage> {
  let page = await fetchPage({ after, limit: Math.min(limit, maxJobsAtOnce) });
  while (page.next !== undefined && page.jobs.length < limit) {
    const missing = Math.min(limit - page.jobs.length, maxJobsAtOnce);
    page = appendPage(page, await fetchPage({ after: page.next, limit: missing }));
  }
  return page;
}

/** True if the list has every job of the account that isn't archived. */
export function isEverything(query: JobsQuery): boolean {
  return !query.isArchived && !isNarrowed(query);
}

/** True until the account has its first transcript. While the sample is free, a failed job doesn't count. */
export function isBeginning(
  { jobs, next, hasArchived, query }: Omit<JobListPage, 'tags'> & { query: JobsQuery },
  { isSampleFree }: { isSampleFree: boolean },
): boolean {
  if (!isEverything(query) || hasArchived || next !== undefined) return false;
  return jobs.every(({ isSample, state }) => isSample || (isSampleFree && state.kind === 'failed'));
}

/** True if a filter or search hides some of the jobs. */
export function isNarrowed({ search, status, tag }: JobsQuery): boolean {
  return search !== '' || status !== undefined || tag !== undefined;
}

/** True if a change removes a tag from the last of these jobs that had it. Jobs that aren't loaded may still have it. */
export function mayLoseTag(shown: JobView[], { jobs, gone }: ListChange): boolean {
  const changed = new Set([...gone, ...jobs.map(({ id }) => id)]);
  const left = [...jobs, ...shown.filter(({ id }) => !changed.has(id))];
  const kept = new Set(left.flatMap(({ tags = [] }) => tags.map(toTagKey)));
  return shown.some(({ id, tags = [] }) => changed.has(id) && tags.some((tag) => !kept.has(toTagKey(tag))));
}

/** The tags of the account after a change, in alphabetical order; one that no job has any more stays until the list is fetched again. */
export function mergeTags(known: string[], { jobs }: Pick<ListChange, 'jobs'>): string[] {
  const keys = new Set(known.map(toTagKey));
  const added = new Map<string, string>();
  for (const tag of jobs.flatMap(({ tags = [] }) => tags)) {
    if (!keys.has(toTagKey(tag))) added.set(toTagKey(tag), tag);
  }
  if (added.size === 0) return known;
  return [...known, ...added.values()].toSorted((a, b) => toTagKey(a).localeCompare(toTagKey(b)));
}

/** A change without the jobs that it takes to the trash, into the archive or out of it, and their ids. */
export function splitMoves(
  { jobs, gone }: ListChange,
  { isArchived }: JobsQuery,
): { rest: ListChange; moved: Set<string> } {
  const [rest, moved] = [[] as JobView[], new Set(gone)];
  for (const job of jobs) {
    if (job.isArchived === isArchived) rest.push(job);
    else moved.add(job.id);
  }
  return { rest: { jobs: rest, gone: [] }, moved };
}

const kinds = {
  in_progress: ['waiting', 'in-progress'],
  transcribed: ['transcribed'],
  failed: ['failed'],
} as const;

/** The list after a change: a job stays where it stands while it fits the query; new ones come first among the newest. */
export function applyChange(shown: JobView[], { jobs, gone }: ListChange, query: JobsQuery): JobView[] {
  const changed = new Map(jobs.filter((job) => fits(job, query)).map((job) => [job.id, job]));
  const left = new Set([...gone, ...jobs.filter((job) => !fits(job, query)).map(({ id }) => id)]);
  const remaining = shown
    .filter(({ id }) => !left.has(id))
    // A change says nothing of what was found in the transcript.
    .map((job) => ({ ...job, ...changed.get(job.id), passage: job.passage }));
  if (query.search !== '' || query.sort !== 'newest') return remaining;
  const known = new Set(shown.map(({ id }) => id));
  const newest = shown[0]?.submittedAt ?? '';
  const added = [...changed.values()].filter(
    ({ id, submittedAt }) => !known.has(id) && submittedAt >= newest,
  );
  return [...added.toSorted((a, b) => b.submittedAt.localeCompare(a.submittedAt)), ...remaining];
}

function fits(
  { state, isArchived, isAgain = false, tags = [] }: JobView,
  { status, tag, ...query }: JobsQuery,
): boolean {
  if (isArchived !== query.isArchived || (isAgain && state.kind === 'transcribed')) return false;
  if (tag !== undefined && !tags.some((own) => toTagKey(own) === toTagKey(tag))) return false;
  return status === undefined || (kinds[status] as readonly string[]).includes(state.kind);
}
