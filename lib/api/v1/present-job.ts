import type { z } from 'zod';
import type { job as jobSchema } from '#lib/api/v1/schemas';
import { env } from '#lib/settings/env';
import type { JobSummary } from '#lib/jobs/job';

/** Presents a job as everywhere in the current revision. Undefined members are left out of its JSON. */
export function presentJob(job: JobSummary): z.input<typeof jobSchema> {
  return {
    id: job.id,
    status: job.status,
    created_on: job.createdAt.toISOString(),
    name: job.name,
    callback_url: job.callbackUrl ?? undefined,
    metadata: job.metadata ?? undefined,
    duration_seconds: job.durationSeconds === null ? undefined : Math.ceil(job.durationSeconds),
    web_url: job.status === 'transcribed' ? `${env().baseUrl}/editor/${job.recognizes ?? job.id}` : undefined,
    failure: job.failure ?? undefined,
    failure_detail: job.failureDetail ?? undefined,
    last_modified_on: job.lastModifiedAt?.toISOString(),
    delete_after_seconds: job.deleteAfterSeconds ?? undefined,
    task: job.task === 'align' ? job.task : undefined,
    recognizes: job.recognizes ?? undefined,
  };
}
