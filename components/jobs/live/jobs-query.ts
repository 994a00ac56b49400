import type { JobView } from '#components/jobs/list/job-list';
import { sorts, type JobsSort } from '#components/jobs/list/job-sorts.ts';
import { toTagKey } from '#lib/transcript/tags';
import type { ChoiceFaults } from '#components/recognition/offer.ts';

/** The maximum number of jobs per request. */
export const maxJobsAtOnce = 1000;

/** The filters and sort order of the list. */
export interface JobsQuery {
  search: string;
  status: 'in_progress' | 'transcribed' | 'failed' | undefined;
  /** Archived jobs only, or else none of them. */
  isArchived: boolean;
  tag: string | undefined;
  sort: JobsSort;
}

/** A page of the list; `next` is the cursor of the next one. */
export interface JobListPage {
  jobs: JobView[];
  next: string | undefined;
  /** True if the account has archived jobs. */
  hasArchived: boolean;
  /** All tags of the account. */
  tags: string[];
}

/** Changed or new jobs of the account, and the IDs of removed ones. */
export interface ListChange {
  jobs: JobView[];
  gone: string[];
}

/** The account's balance, and whether the sample is free. */
export interface Credit {
  balanceCents: number;
  isSampleFree: boolean;
}

/** A list change, with the account's credit after it. */
export interface JobsChange extends ListChange {
  credit: Credit;
}

/** The IDs of jobs moved to the trash or archived, and of those left because they haven't ended. */
export interface MovedJobs {
  moved: string[];
  inProgress: string[];
}

/** The result of a submission. Nothing is submitted if the balance is too low or the choices can't be met. */
export type SubmitResult =
  | { kind: 'submitted'; jobIds: string[] }
  | { kind: 'out-of-credit'; balanceCents: number }
  | { kind: 'choices-refused'; faults: ChoiceFaults };

/** Converts a query to URL parameters, without defaults. */
export function toSearchParams({ search, status, isArchived, tag, sort }: JobsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (status !== undefined) params.set('status', status);
  if (isArchived) params.set('archived', 'true');
  if (tag !== undefined) params.set('tag', tag);
  if (sort !== 'newest') params.set('sort', sort);
  return params;
}

/** Parses URL parameters. Invalid values become defaults. */
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

/** Appends the next page. A job that moved from one to the other is included once. */
export function appendPage({ jobs }: JobListPage, next: JobListPage): JobListPage {
  const known = new Set(jobs.map(({ id }) => id));
  return { ...next, jobs: [...jobs, ...next.jobs.filter(({ id }) => !known.has(id))] };
}

/** The first page, or the one after the cursor `after`. */
interface PageRequest {
  after?: string | undefined;
  limit: number;
}

/** Loads up to `limit` jobs as one page, in several requests: the server returns at most a thousand at once. */
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

/** True if the list covers every job of the account that isn't archived. */
export function isEverything(query: JobsQuery): boolean {
  return !query.isArchived && !isNarrowed(query);
}

/** True until the account has its first transcript. While the sample is free, failed jobs don't count. */
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

/** True if a change removes a tag from the last shown job that has it. Jobs not loaded may still have it. */
export function mayLoseTag(shown: JobView[], { jobs, gone }: ListChange): boolean {
  const changed = new Set([...gone, ...jobs.map(({ id }) => id)]);
  const left = [...jobs, ...shown.filter(({ id }) => !changed.has(id))];
  const kept = new Set(left.flatMap(({ tags = [] }) => tags.map(toTagKey)));
  return shown.some(({ id, tags = [] }) => changed.has(id) && tags.some((tag) => !kept.has(toTagKey(tag))));
}

/** The account's tags after a change, sorted. Unused ones stay until the list is fetched again. */
export function mergeTags(known: string[], { jobs }: Pick<ListChange, 'jobs'>): string[] {
  const keys = new Set(known.map(toTagKey));
  const added = new Map<string, string>();
  for (const tag of jobs.flatMap(({ tags = [] }) => tags)) {
    if (!keys.has(toTagKey(tag))) added.set(toTagKey(tag), tag);
  }
  if (added.size === 0) return known;
  return [...known, ...added.values()].toSorted((a, b) => toTagKey(a).localeCompare(toTagKey(b)));
}

/** Splits a change: the changes that don't trash, archive or unarchive a job, and the IDs of those that do. */
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

/** Applies a change to the list. Jobs that still fit keep their position; new ones come first, if sorted by newest. */
export function applyChange(shown: JobView[], { jobs, gone }: ListChange, query: JobsQuery): JobView[] {
  const changed = new Map(jobs.filter((job) => fits(job, query)).map((job) => [job.id, job]));
  const left = new Set([...gone, ...jobs.filter((job) => !fits(job, query)).map(({ id }) => id)]);
  const remaining = shown
    .filter(({ id }) => !left.has(id))
    // Changes don't include search passages.
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
