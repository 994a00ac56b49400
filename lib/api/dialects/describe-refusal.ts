import { toProblem } from '#lib/api/v1/problems/problems';
import type { Refusal } from '#lib/refusal';

/** A refusal in sentences, for dialects whose errors are a message. */
export function describeRefusal({ reason, message }: Refusal): string {
  switch (reason.kind) {
    case 'invalid-parameters':
    case 'account-not-found':
    case 'revision-not-found':
    case 'link-not-found':
    case 'email-taken':
    case 'operator-only':
      return message;
    default: {
      const { title, detail } = toProblem(reason);
      return `${title}. ${detail.replace(/[^.!?]$/, '$&.')}`;
    }
  }
}
