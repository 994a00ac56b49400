import { explainProblem } from '#lib/api/v1/problems/explain-problem';
import { methods } from '#lib/api/v1/serve';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: async (request, { params }) => explainProblem(request, String((await params)?.['slug'])),
});
