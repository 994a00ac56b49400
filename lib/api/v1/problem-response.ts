import { problemBody, problemOf } from '#lib/api/v1/problems';
import { env } from '#lib/env';
import type { Refusal } from '#lib/refusal';

const headers = { 'content-type': 'application/problem+json; charset=utf-8' };

/** A refusal as a response of the current revision. */
export function problemResponse({ reason }: Refusal): Response {
  const { status } = problemOf(reason);
  return Response.json(problemBody(env().baseUrl, reason), { status, headers });
}

/** The answer to a path (404) or a verb (405) that is not there. */
export function absenceProblem({ status, detail }: { status: 404 | 405; detail: string }): Response {
  const title = status === 404 ? 'Not Found' : 'Method Not Allowed';
  return Response.json({ type: 'about:blank', title, status, detail }, { status, headers });
}

/** The answer to anything unforeseen: nothing of the inside, only the id to find it by in the log. */
export function defectProblem(requestId: string): Response {
  return Response.json(
    {
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail: `Something went wrong on our side. The log has it as request ${requestId}.`,
    },
    { status: 500, headers },
  );
}
