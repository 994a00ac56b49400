import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemPageStyle } from '#lib/api/v1/problems/problem-page-style';
import { env } from '#lib/settings/env';

/** The request header that passes the nonce for scripts to pages. */
export const nonceHeader = 'x-longhand-nonce';

/** Keeps browsers on https for a year if the public address is https. */
export function strictTransport({ baseUrl } = env()): string | undefined {
  return baseUrl.startsWith('https:') ? 'max-age=31536000' : undefined;
}

/**
 * Allows only the server's own scripts, and none injected through a name or transcript. Next.js reads the nonce for
 * inline scripts from the policy on the request. Style sheets need the nonce, too, but `style` attributes, which affect
 * only their element, can't have one. Mantine puts variables with dynamic values into them on the server
 * (`--progress-section-size:37%`), so hashes (`unsafe-hashes`) couldn't cover them.
 */
export function secureContent(request: IncomingMessage, response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = request.url?.startsWith('/media/') === true ? mediaPolicy : pagePolicy(nonce);
  request.headers['content-security-policy'] = policy;
  request.headers[nonceHeader] = nonce;
  setPolicy(response, policy);
}

/** The policy for API responses, which aren't pages and run nothing. */
export function secureAnswer(response: ServerResponse): void {
  setPolicy(response, answerPolicy);
}

function setPolicy(response: ServerResponse, policy: string): void {
  response.setHeader('content-security-policy', policy);
  const transport = strictTransport();
  if (transport !== undefined) response.setHeader('strict-transport-security', transport);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** The page that explains a problem type has inline styles and the logo. */
const answerPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${sha256(problemPageStyle)}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Audio and video opened directly are played by the browser's own player and may do nothing else. */
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
