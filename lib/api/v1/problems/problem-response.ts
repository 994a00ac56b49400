import { problemBody } from '#lib/api/v1/problems/problems';
import { writeProblem } from '#lib/api/v1/problems/write-problem';
import { env } from '#lib/settings/env';
import type { ApiRefusal } from '#lib/refusal';

/** A refusal as a response of the current revision. */
export function problemResponse({ reason }: ApiRefusal): Response {
  return writeProblem(problemBody(env().baseUrl, reason));
}

/** The answer to a path (404) or a verb (405) that is not there. */
export function absenceProblem({ status, detail }: { status: 404 | 405; detail: string }): Response {
  return writeProblem({ status, detail });
}

/** The answer to anything unforeseen: nothing of the inside, only the id to find it by in the log. */
export function defectProblem(detail: string): Response {
  return writeProblem({ status: 500, detail });
}
