import { STATUS_CODES } from 'node:http';
import * as texts from '#messages/editor/requests';
import * as errorTexts from '#messages/errors';
import type { Refusal, RefusalReason } from '#lib/refusal';

const statuses: Partial<Record<RefusalReason['kind'], number>> = {
  'job-not-found': 404,
  // On a 404, an open editor would assume that the transcript was deleted, and stop saving.
  'revision-not-found': 409,
  'link-not-found': 404,
  'invalid-job-state': 409,
  'payload-too-large': 413,
  'too-many-requests': 429,
  'service-unavailable': 503,
  'storage-full': 507,
};

/**
 * A problem response (RFC 9457) with a message and optional members. `more` are large ones, already serialized as JSON,
 * each preceded by a comma.
 */
export function problem(
  status: number,
  detail: string,
  members: Record<string, unknown> = {},
  more = '',
): Response {
  const title = STATUS_CODES[status] ?? 'Error';
  const json = JSON.stringify({ type: 'about:blank', title, status, detail, ...members });
  const headers = { 'content-type': 'application/problem+json; charset=utf-8' };
  return new Response(`${json.slice(0, -1)}${more}}`, { status, headers });
}

/** A refusal as a problem response. */
export function refusalProblem({ reason, message }: Refusal): Response {
  const status = statuses[reason.kind] ?? 400;
  if (reason.kind === 'payload-too-large')
    return problem(status, texts.tooLarge({ megabytes: reason.maxBytes / 1024 ** 2 }));
  if (reason.kind === 'service-unavailable' || reason.kind === 'too-many-requests') {
    const isBusy = reason.kind === 'service-unavailable';
    const seconds = reason.retryAfterSeconds;
    const answer = problem(
      status,
      isBusy ? errorTexts.refusals[reason.kind]() : errorTexts.tooManyRequests({ seconds }),
    );
    answer.headers.set('retry-after', String(reason.retryAfterSeconds));
    return answer;
  }
  if (reason.kind === 'storage-full') return problem(status, errorTexts.refusals[reason.kind]());
  const members = reason.kind === 'invalid-parameters' ? { parameters: reason.parameters } : {};
  return problem(status, message, members);
}
