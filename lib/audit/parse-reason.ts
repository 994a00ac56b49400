import { invalidParameter } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

const maxReasonLength = 200;

/** An operator's reason for what is written to a log, without spaces around it. Refuses none, a long one, and control characters. */
export function parseReason(given: string): string {
  const reason = given.trim();
  const length = Array.from(reason).length;
  if (length === 0 || length > maxReasonLength || /[\p{Cc}\p{Cs}]/u.test(reason)) {
    const fault = faultTexts.reasonLength({ max: maxReasonLength });
    throw invalidParameter('reason', fault);
  }
  return reason;
}
