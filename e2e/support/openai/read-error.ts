import assert from 'node:assert/strict';

interface ErrorView {
  error: { message: string; type: string; param: string | null; code: string };
}

/** Reads an answer, which must be an error in OpenAI's shape; returns its status, type, field, and code. */
export async function readError(response: Response): Promise<[number, string, string | null, string]> {
  const text = await response.text();
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/, text);
  assert.ok(response.headers.get('x-request-id'));
  const body = JSON.parse(text) as ErrorView;
  assert.deepEqual(Object.keys(body), ['error']);
  const { message, type, param, code, ...others } = body.error;
  assert.deepEqual(others, {});
  assert.match(message, /^[A-Z“a-z].*[.!]$/);
  return [response.status, type, param, code];
}
