const texts = new WeakMap<Response, string>();

/** The value as a JSON response. Our own server sends its text as it is, instead of reading it from a stream. */
export function jsonResponse(value: unknown): Response {
  const text = JSON.stringify(value);
  const response = new Response(text, { headers: { 'content-type': 'application/json' } });
  texts.set(response, text);
  return response;
}

/** The text that a response was made of; undefined where that is not known, and where it was read already. */
export function findText(response: Response): string | undefined {
  return response.bodyUsed ? undefined : texts.get(response);
}
