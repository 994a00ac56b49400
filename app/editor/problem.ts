import { doorTexts as texts } from '#components/texts/doors';
import type { Refusal, RefusalReason } from '#lib/refusal';

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  428: 'Precondition Required',
  500: 'Internal Server Error',
};

const statuses: Partial<Record<RefusalReason['kind'], number>> = {
  'job-not-found': 404,
  'revision-not-found': 404,
  'link-not-found': 404,
  'invalid-job-state': 409,
  'payload-too-large': 413,
};

/** An answer that says in words why nothing was done (RFC 9457), with further members where there are any. */
export function problem(status: number, detail: string, members: Record<string, unknown> = {}): Response {
  const body = { type: 'about:blank', title: titles[status] ?? 'Error', status, detail, ...members };
  return Response.json(body, {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  });
}

/** A refusal as such an answer. */
export function refusalProblem({ reason, message }: Refusal): Response {
  const status = statuses[reason.kind] ?? 400;
  if (reason.kind === 'payload-too-large')
    return problem(status, texts.tooLarge(reason.maxBytes / 1024 ** 2));
  const members = reason.kind === 'invalid-parameters' ? { parameters: reason.parameters } : {};
  return problem(status, message, members);
}
