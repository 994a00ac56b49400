import { appendPage, maxJobsAtOnce, type JobListPage } from './jobs-query';

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
