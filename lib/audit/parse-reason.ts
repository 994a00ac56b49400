import { invalidParameter } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

const maxReasonLength = 200;

/** Trims an operator's reason for the log. Refuses an empty or long one, and control characters. */
export function parseReason(given: string): string {
  const reason = given.trim();
  const length = Array.from(reason).length;
  if (length === 0 || length > maxReasonLength || /[\p{Cc}\p{Cs}]/u.test(reason)) {
    const fault = faultTexts.reasonLength({ max: maxReasonLength });
    throw invalidParameter('reason', fault);
  }
  return reason;
}
