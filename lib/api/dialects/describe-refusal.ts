import { DialectError, type Dialect } from '#lib/api/dialects/dialect';
import { toProblem } from '#lib/api/v1/problems/problems';
import { type ApiRefusal, isApiRefusal } from '#lib/refusal';
import { findRefusal } from '#lib/outage';
import { log } from '#lib/settings/log';

/** Describes a refusal in sentences, for dialects whose errors are a message. */
export function describeRefusal({ reason, message }: ApiRefusal): string {
  if (reason.kind === 'invalid-parameters') return message;
  const { title, detail } = toProblem(reason);
  return `${title}. ${detail.replace(/[^.!?]$/, '$&.')}`;
}

/** Returns the body of the error that ends a response already begun. Logs defects. */
export function describeEnd(dialect: Dialect, error: unknown, jobId: string): object {
  if (error instanceof DialectError) return dialect.body(error.facts as { status: number });
  const refusal = findRefusal(error, { jobId });
  if (refusal !== undefined && isApiRefusal(refusal)) return dialect.body(dialect.refused(refusal));
  log().error({ err: error, jobId }, 'unhandled error in an answer that had begun');
  return dialect.body(dialect.defect('Something went wrong on our side. Try again.'));
}
