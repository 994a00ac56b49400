import { presentJob as presentForRevAi } from '#lib/api/revai/present-job';
import { presentJob } from '#lib/api/v1/present-job';
import type { Job } from '#lib/jobs/job';

/** A job as its callback shows it: in the words of the API in which it was submitted. */
export function presentForCallback(job: Job): unknown {
  return job.dialect?.name === 'revai' ? presentForRevAi(job) : presentJob(job);
}
