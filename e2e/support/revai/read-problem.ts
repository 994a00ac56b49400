import assert from 'node:assert/strict';

/** An error in the format of Rev AI's API, its type without the URL prefix. */
export interface ProblemView {
  status: number;
  title: string;
  type?: string;
  detail?: string;
  parameters?: Record<string, string[]>;
  current_value?: string;
  allowed_values?: string[];
  current_balance?: number;
}

const types = 'https://www.rev.ai/api/v1/errors/';

/** Reads an answer, which must be an error in Rev AI's shape. */
export async function readProblem(response: Response): Promise<ProblemView> {
  const text = await response.text();
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/, text);
  assert.ok(response.headers.get('x-request-id'));
  const { type, ...problem } = JSON.parse(text) as ProblemView;
  assert.equal(problem.status, response.status);
  assert.ok(problem.title);
  if (type === undefined) return problem;
  assert.ok(type.startsWith(types), type);
  return { ...problem, type: type.slice(types.length) };
}
