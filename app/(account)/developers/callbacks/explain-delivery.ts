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

/** Describes an attempt's result in the reader's language. Unknown stored sentences stay as they are. */
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

/** Explains in the reader's language why there was no response, or why there are no more attempts. */
export function explainReason(reason: string): string {
  const sentence = sentences.get(reason);
  if (sentence !== undefined) return sentence();
  return / (is|that is) not public\.$/.test(reason) ? texts.reasons.notPublic() : explainFailure(reason);
}
