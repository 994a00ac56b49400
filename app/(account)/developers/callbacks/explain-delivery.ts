import { explainFailure } from '#lib/jobs/failures/explain-failure';
import {
  attemptReasons,
  attemptTimeoutMs,
  classifyStatus,
  givenUpReasons,
  nameStatus,
} from '#lib/callbacks/reasons';
import * as texts from '#messages/webhooks';

const sentences: ReadonlyMap<string, () => string> = new Map([
  [attemptReasons.timedOut, () => texts.reasons.timedOut({ seconds: attemptTimeoutMs / 1000 })],
  [attemptReasons.failed, texts.reasons.failed],
  [attemptReasons.unsigned, texts.reasons.unsigned],
  [givenUpReasons.gone, () => texts.reasons.answered({ status: nameStatus(410) })],
  [givenUpReasons.noSuccess, texts.reasons.noSuccess],
  [givenUpReasons.unreachable, texts.reasons.unreachable],
]);

/** The result of an attempt in the reader's language; a stored sentence that is not known stays as it is. */
export function explainAttempt({
  status,
  reason,
}: {
  status: number | null | undefined;
  reason: string;
}): string {
  if (status === null || status === undefined) return explainReason(reason);
  return texts.reasons[classifyStatus(status)]({ status: nameStatus(status) });
}

/** Why there was no response, or no further attempt is made, in the reader's language. */
export function explainReason(reason: string): string {
  const sentence = sentences.get(reason);
  if (sentence !== undefined) return sentence();
  return / (is|that is) not public\.$/.test(reason) ? texts.reasons.notPublic() : explainFailure(reason);
}
