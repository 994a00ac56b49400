import { env } from '#lib/settings/env';

/** Has the answer to a request name the job it has come to, and where that job's transcript is edited, whatever it answers. */
export function setJobHeaders(answerHeaders: Record<string, string>, jobId: string): void {
  answerHeaders['x-longhand-job'] = jobId;
  answerHeaders['x-longhand-editor'] = `${env().baseUrl}/editor/${jobId}`;
}
