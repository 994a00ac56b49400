import { asr } from '#lib/api/asr/errors';
import type { Dialect } from '#lib/api/dialects/dialect';
import { mcp } from '#lib/api/mcp/errors';
import { openAi } from '#lib/api/openai/errors';
import { revAi } from '#lib/api/revai/errors';
import { v1 } from '#lib/api/v1/errors';

/** The paths of each dialect; those of dialects with few paths include misspellings. */
const patterns: ReadonlyArray<readonly [RegExp, Dialect]> = [
  [/^[/\\]+(?:asr|detect-language|health)(?:[/\\?#]|$)/i, asr],
  [/^[/\\]+mcp(?:[/\\?#.;]|$)/i, mcp],
  [/^[/\\]+speechtotext(?:[/\\?#]|$)/i, revAi],
  [/^\/+v1\/+(?:audio|models)(?:[/?#]|$)/, openAi],
];

/** An API path without escapes, dots and empty segments, as most clients send it. */
export const plainApiPath = /^\/(?:(?:api\/)?v1|speechtotext)(?:\/[\w~-]+)*$/;

/** Returns the dialect of a path or of a URL's path and query; the current revision if no other matches. */
export function findDialect(url: string): Dialect {
  return patterns.find(([pattern]) => pattern.test(url))?.[1] ?? v1;
}

/** True if a target leads to an API whose route files handle any request. */
export function leadsToApi(url: string): boolean {
  return isApi(getPath(url)) || findDialect(url) === mcp;
}

/** True if a target looks like an API's, but leads to none. */
export function leadsNowhere(url: string): boolean {
  const path = getPath(url);
  const dialect = findDialect(url);
  // These dialects have a single path, or one per operation.
  if (dialect === mcp) return !/^\/mcp\/?$/.test(path);
  if (dialect === asr) return !/^\/+(?:asr|detect-language|health)\/?(?:[?#]|$)/.test(url);
  if (/^[/\\]+(?:(?:api[/\\]+)?v1|speechtotext)([/\\?#]|$)/i.test(url) && !isApi(path)) return true;
  return /^\/+api(\/|$)/i.test(path) && !/^\/+api\/+(auth|stripe|v1)(\/|$)/.test(path);
}

/** Merges repeated slashes in an API's target: streamed uploads and preflights can't follow redirects. */
export function mergeSlashes(target: string): string {
  const [path = ''] = target.split('?', 1);
  const dialect = findDialect(path);
  return isApi(path) || dialect === mcp || dialect === asr
    ? path.replaceAll(/\/{2,}/g, '/') + target.slice(path.length)
    : target;
}

/** Resolves dots and backslashes in the path, like Next. */
function getPath(url: string): string {
  return new URL(`http://localhost${url}`).pathname;
}

function isApi(path: string): boolean {
  return /^\/+(?:(?:api\/+)?v1|speechtotext)(\/|$)/.test(path);
}
