import { parse as parseContentType } from 'content-type';

/** The media type of a request's body, in lower case and without parameters; undefined without a sound one. */
export function readMediaType(request: Request): string | undefined {
  try {
    return parseContentType(request.headers.get('content-type') ?? '').type;
  } catch {
    return undefined;
  }
}
