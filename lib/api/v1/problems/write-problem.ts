import { STATUS_CODES } from 'node:http';

/** A problem on the wire (RFC 9457); `type` and `title` are those of the status unless given. */
export interface WrittenProblem {
  type?: string;
  title?: string;
  status: number;
  detail: string;
  [member: string]: unknown;
}

/** The response that carries a problem. */
export function writeProblem({ type, title, status, ...rest }: WrittenProblem): Response {
  const body = {
    type: type ?? 'about:blank',
    title: title ?? STATUS_CODES[status] ?? 'Error',
    status,
    ...rest,
  };
  return Response.json(body, {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  });
}
