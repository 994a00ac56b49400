import { presentJob as presentForRevAi } from '#lib/api/revai/present-job';
import { presentJob } from '#lib/api/v1/present-job';
import type { Job } from '#lib/jobs/job';

/** Presents a job for its callback, in the dialect in which it was submitted. */
export function presentForCallback(job: Job): unknown {
  return job.dialect?.name === 'revai' ? presentForRevAi(job) : presentJob(job);
}
