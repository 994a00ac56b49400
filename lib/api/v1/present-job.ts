import type { z } from 'zod';
import type { job as jobSchema } from '#lib/api/v1/schemas';
import { env } from '#lib/settings/env';
import type { Job } from '#lib/jobs/job';

/** A job as the current revision shows it, wherever it shows one. What is null is left out. */
export function presentJob(job: Job): z.input<typeof jobSchema> {
  const shown = {
    id: job.id,
    status: job.status,
    created_on: job.createdAt.toISOString(),
    name: job.name,
    callback_url: job.callbackUrl,
    metadata: job.metadata,
    duration_seconds: job.durationSeconds === null ? null : Math.ceil(job.durationSeconds),
    web_url: job.status === 'transcribed' ? `${env().baseUrl}/editor/${job.id}` : null,
    failure: job.failure,
    failure_detail: job.failureDetail,
    last_modified_on: job.lastModifiedAt?.toISOString() ?? null,
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null)) as z.input<
    typeof jobSchema
  >;
}
