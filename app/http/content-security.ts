import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemPageStyle } from '#lib/api/v1/problems/problem-page-style';
import { env } from '#lib/settings/env';

/** The request header in which pages find the nonce of their own scripts. */
export const nonceHeader = 'x-longhand-nonce';

/** Keeps browsers on https for a year if the public address is https. */
export function strictTransport({ baseUrl } = env()): string | undefined {
  return baseUrl.startsWith('https:') ? 'max-age=31536000' : undefined;
}

/**
 * Lets a page run the server's own scripts and none that was injected through a name or a transcript. Next takes the
 * nonce for its inline scripts from the policy on the request. A style sheet needs the nonce, too. The `style` attribute of an
 * element says something about that element only, and can have no nonce. Mantine writes its variables there in the server's HTML,
 * with what a page knows then (`--progress-section-size:37%`), so that no list of hashes (`unsafe-hashes`) could be complete.
 */
export function secureContent(request: IncomingMessage, response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = request.url?.startsWith('/media/') === true ? mediaPolicy : pagePolicy(nonce);
  request.headers['content-security-policy'] = policy;
  request.headers[nonceHeader] = nonce;
  setPolicy(response, policy);
}

/** The same for an answer of the API, which is no page and runs nothing. */
export function secureAnswer(response: ServerResponse): void {
  setPolicy(response, answerPolicy);
}

function setPolicy(response: ServerResponse, policy: string): void {
  response.setHeader('content-security-policy', policy);
  const transport = strictTransport();
  if (transport !== undefined) response.setHeader('strict-transport-security', transport);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** The page that explains a type of problem has its styles in it, and our sign. */
const answerPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${sha256(problemPageStyle)}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sound and picture, opened by themselves, are shown by the browser's own player and may do nothing else. */
const mediaPolicy = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
