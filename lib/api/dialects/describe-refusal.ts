import { toProblem } from '#lib/api/v1/problems/problems';
import { type ApiRefusal, isApiRefusal, Refusal } from '#lib/refusal';
import { findOutage, logOutage } from '#lib/outage';
import { log } from '#lib/settings/log';

/** A refusal in sentences, for dialects whose errors are a message. */
export function describeRefusal({ reason, message }: ApiRefusal): string {
  if (reason.kind === 'invalid-parameters') return message;
  const { title, detail } = toProblem(reason);
  return `${title}. ${detail.replace(/[^.!?]$/, '$&.')}`;
}

/**
 * The refusal that ended an answer which has begun, an outage among them; undefined for a defect. What is no refusal of ours is
 * logged.
 */
export function findRefusal(error: unknown, jobId: string): ApiRefusal | undefined {
  if (error instanceof Refusal && isApiRefusal(error)) return error;
  const outage = findOutage(error);
  if (outage === undefined) log().error({ err: error, jobId }, 'unhandled error in an answer that had begun');
  else logOutage(outage, { jobId });
  return outage !== undefined && isApiRefusal(outage) ? outage : undefined;
}
