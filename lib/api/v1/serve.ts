import { methodsWith, noSuchPath } from '#lib/api/methods';
import { errorResponse } from '#lib/api/dialects/dialect';
import { openAi } from '#lib/api/openai/errors';
import { serveWith } from '#lib/api/serve';
import { absenceProblem, defectProblem, problemResponse } from '#lib/api/v1/problems/problem-response';

/** Binds an operation of the contract to what does it, in the words of the current revision. */
export const serve = serveWith({ refused: problemResponse, defect: defectProblem });

/** The exports of a route file of this revision: the given verbs, 405 for the others. */
export const methods = methodsWith(absenceProblem);

/** The exports of the route file for every path that this revision does not have, in the words of the dialect that it is below. */
export const unknownPath = noSuchPath((absent, { url }) =>
  openAi.isPath(new URL(url).pathname)
    ? errorResponse(openAi, openAi.absent(absent, url))
    : absenceProblem(absent),
);
