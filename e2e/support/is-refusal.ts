import { Refusal, type RefusalReason } from '#lib/refusal';

/** Returns a predicate for a refusal of this kind, for `assert.rejects`. */
export function isRefusal(kind: RefusalReason['kind']): (error: unknown) => boolean {
  return (error) => error instanceof Refusal && error.reason.kind === kind;
}
