import { env } from '#lib/settings/env';

/** The answer with the job it came of, and where that job's transcript is edited. */
export function nameJob(jobId: string, response: Response): Response {
  response.headers.set('x-longhand-job', jobId);
  response.headers.set('x-longhand-editor', `${env().baseUrl}/editor/${jobId}`);
  return response;
}
