import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '#lib/ids/new-id';

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Answers, as a problem, the requests that Next itself meets with a 500 or an empty answer: a path with a faulty
 * escape, and a verb that it does not know. Returns whether it has answered.
 */
export function refuseUnreadable(request: IncomingMessage, response: ServerResponse): boolean {
  if (!verbs.includes(request.method ?? '')) {
    response.setHeader('allow', verbs.join(', '));
    refuse(response, {
      status: 405,
      title: 'Method Not Allowed',
      detail: 'This method is not possible here.',
    });
    return true;
  }
  if (isDecodable(request.url ?? '/')) return false;
  refuse(response, {
    status: 400,
    title: 'Bad Request',
    detail: 'The path holds an escape that is no text.',
  });
  return true;
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

function refuse(
  response: ServerResponse,
  { status, ...problem }: { status: number; title: string; detail: string },
): void {
  response.writeHead(status, {
    'content-type': 'application/problem+json; charset=utf-8',
    'x-request-id': newId(),
  });
  response.end(JSON.stringify({ type: 'about:blank', status, ...problem }));
}
