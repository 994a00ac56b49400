import Negotiator from 'negotiator';
import { methods } from '#lib/api/v1/serve';
import { errorResponse } from '#lib/api/dialects/dialect';
import { readRequestId } from '#lib/api/read-request-id';
import { problemSlugs, type ProblemSlug } from '#lib/api/v1/problems/problem-catalogue';
import { problemFacts } from '#lib/api/v1/problems/problems';
import { noProblemPage, problemPage } from '#lib/api/v1/problems/problem-page';
import { v1 } from '#lib/api/v1/errors';
import { env } from '#lib/settings/env';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: async (request, { params }) => explainProblem(request, String((await params)?.['slug'])),
});

/** Serves a problem's `type` URI as a page, or as English JSON if Accept prefers that; 404 for an unknown slug. */
function explainProblem(request: Request, slug: string): Response {
  const known = problemSlugs.find((name) => name === slug);
  const response = prefersJson(request) ? inJson(known) : inHtml(known);
  response.headers.set('vary', 'accept, accept-language, cookie');
  response.headers.set('x-request-id', readRequestId(request));
  return response;
}

function prefersJson(request: Request): boolean {
  const accept = request.headers.get('accept') ?? '*/*';
  // For equal preferences, the negotiator returns the first type.
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes([
    'text/html',
    'application/json',
    'application/problem+json',
  ]);
  return best !== undefined && best !== 'text/html';
}

function inJson(slug: ProblemSlug | undefined): Response {
  if (slug === undefined)
    return errorResponse(v1, v1.absent({ status: 404, detail: 'Unknown problem type.' }, ''));
  return Response.json(problemFacts(env().baseUrl, slug));
}

function inHtml(slug: ProblemSlug | undefined): Response {
  const { baseUrl } = env();
  const html = slug === undefined ? noProblemPage() : problemPage(slug, problemFacts(baseUrl, slug));
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return new Response(html, { status: slug === undefined ? 404 : 200, headers });
}
