import { asr } from '#lib/api/asr/errors';
import type { Dialect } from '#lib/api/dialects/dialect';
import { mcp } from '#lib/api/mcp/errors';
import { openAi } from '#lib/api/openai/errors';
import { revAi } from '#lib/api/revai/errors';
import { v1 } from '#lib/api/v1/errors';

/** The paths of each dialect, those of one path also where it is misspelled. */
const patterns: ReadonlyArray<readonly [RegExp, Dialect]> = [
  [/^[/\\]+(?:asr|detect-language|health)(?:[/\\?#]|$)/i, asr],
  [/^[/\\]+mcp(?:[/\\?#.;]|$)/i, mcp],
  [/^[/\\]+speechtotext(?:[/\\?#]|$)/i, revAi],
  [/^\/+v1\/+(?:audio|models)(?:[/?#]|$)/, openAi],
];

/** A path of an API as most clients send it: without escapes, dots and empty segments. */
export const plainApiPath = /^\/(?:(?:api\/)?v1|speechtotext)(?:\/[\w~-]+)*$/;

/** The dialect that answers a path or a URL's path and query; the current revision where no other one does. */
export function findDialect(url: string): Dialect {
  return patterns.find(([pattern]) => pattern.test(url))?.[1] ?? v1;
}

/** True if a target leads to an API whose route files answer whatever comes. */
export function leadsToApi(url: string): boolean {
  return isApi(getPath(url)) || findDialect(url) === mcp;
}

/** True if a target is spelled like one of an API, but leads to none. */
export function leadsNowhere(url: string): boolean {
  const path = getPath(url);
  const dialect = findDialect(url);
  // Of these dialects there is one path, or one for each operation.
  if (dialect === mcp) return !/^\/mcp\/?$/.test(path);
  if (dialect === asr) return !/^\/+(?:asr|detect-language|health)\/?(?:[?#]|$)/.test(url);
  if (/^[/\\]+(?:(?:api[/\\]+)?v1|speechtotext)([/\\?#]|$)/i.test(url) && !isApi(path)) return true;
  return /^\/+api(\/|$)/i.test(path) && !/^\/+api\/+(auth|stripe|v1)(\/|$)/.test(path);
}

/** Merges doubled slashes of a target that leads to an API: streamed uploads and preflights can't follow redirects. */
export function mergeSlashes(target: string): string {
  const [path = ''] = target.split('?', 1);
  const dialect = findDialect(path);
  return isApi(path) || dialect === mcp || dialect === asr
    ? path.replaceAll(/\/{2,}/g, '/') + target.slice(path.length)
    : target;
}

/** The path as Next takes it: with dots and backslashes resolved. */
function getPath(url: string): string {
  return new URL(`http://localhost${url}`).pathname;
}

function isApi(path: string): boolean {
  return /^\/+(?:(?:api\/+)?v1|speechtotext)(\/|$)/.test(path);
}
