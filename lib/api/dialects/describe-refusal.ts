import { toProblem } from '#lib/api/v1/problems/problems';
import type { ApiRefusal } from '#lib/refusal';

/** A refusal in sentences, for dialects whose errors are a message. */
export function describeRefusal({ reason, message }: ApiRefusal): string {
  if (reason.kind === 'invalid-parameters') return message;
  const { title, detail } = toProblem(reason);
  return `${title}. ${detail.replace(/[^.!?]$/, '$&.')}`;
}
