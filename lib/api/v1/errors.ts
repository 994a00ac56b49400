import { STATUS_CODES } from 'node:http';
import type { Dialect } from '#lib/api/dialects/dialect';
import { problemBody } from '#lib/api/v1/problems/problems';
import { env } from '#lib/settings/env';

/** The error for a request without a valid API key, in both revisions: `{"message": …}`. */
export const denial = { status: 401, message: 'Authorization has been denied for this request.' };

/** The current revision of the API: errors are problems (RFC 9457), with their members in the order sent. */
export const v1: Dialect<{ status: number }> = {
  contentType: 'application/problem+json; charset=utf-8',
  headers: (facts): Record<string, string> =>
    facts === denial ? { 'content-type': 'application/json' } : {},
  body: (facts) => (facts === denial ? { message: denial.message } : facts),
  refused: ({ reason }) => problemBody(env().baseUrl, reason),
  defect: (detail) => toUntyped(500, detail),
  denied: () => denial,
  absent: ({ status, detail }) => toUntyped(status, detail),
  unreadable: (refused) => ({ type: 'about:blank', ...refused }),
};

/** Returns a problem that its status explains fully. */
function toUntyped(status: number, detail: string): { status: number } {
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail };
  return problem;
}
