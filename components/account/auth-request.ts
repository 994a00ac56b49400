/**
 * Posts to one of next-auth's endpoints, with the token that protects it. The cookies of the answer are the
 * browser's business.
 */
export async function postAuth(endpoint: string, fields: Record<string, string>): Promise<Response> {
  const answer = await fetch('/api/auth/csrf', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  return fetch(`/api/auth/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, csrfToken, json: 'true' }),
  });
}
