import { readMediaType } from '#lib/api/body/read-media-type';
import { maxJsonBytes, readText } from '#lib/api/body/read-text';
import { invalidParameter } from '#lib/refusal';

/** The members of a JSON body. Refuses another content type, what is no JSON object, and a body that is too long. */
export async function readJsonBody(request: Request): Promise<Record<string, unknown>> {
  if (readMediaType(request) !== 'application/json') {
    throw invalidParameter('Content-Type', 'Content-Type must be application/json.');
  }
  const text = await readText(request, { maxBytes: maxJsonBytes, parameter: 'body' });
  const value = parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalidParameter('body', 'The body must be a JSON object.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidParameter('body', 'The body is not valid JSON.');
  }
}
