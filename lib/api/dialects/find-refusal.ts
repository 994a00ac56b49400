import { findOutage, logOutage } from '#lib/outage';
import { isApiRefusal, Refusal, type ApiRefusal } from '#lib/refusal';
import { log } from '#lib/settings/log';

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
