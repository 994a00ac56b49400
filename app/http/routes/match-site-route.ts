import { readFileSync } from 'node:fs';

/** The patterns of all paths of the build, as Next lists them for itself: `/editor/[id]`, `/jobs/uploads/[[...id]]`. */
const listed = '.next/app-path-routes-manifest.json';

/** Finds the pattern that a path belongs to; undefined where none does. */
export type MatchRoute = (path: string) => string | undefined;

/** Reads the patterns of the pages and routes that Next serves. A build that has no list of them has no patterns. */
export function readSiteRoutes(file = listed): MatchRoute {
  try {
    return matchRoutes(Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>));
  } catch {
    return () => undefined;
  }
}

/** Matches paths as Next does: a pattern without parameters first, then by its segments from the left, one that catches all last. */
export function matchRoutes(routes: readonly string[]): MatchRoute {
  const known = routes.filter((route) => !route.startsWith('/_'));
  const plain = new Set(known.filter((route) => !route.includes('[')));
  const patterns = known
    .filter((route) => route.includes('['))
    .toSorted((a, b) => (toRank(a) < toRank(b) ? -1 : 1))
    .map((route) => ({ route, pattern: toPattern(route) }));
  return (target) => {
    const path = target.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '');
    if (plain.has(path)) return path;
    return patterns.find(({ pattern }) => pattern.test(path))?.route;
  };
}

function toRank(route: string): string {
  return route
    .replaceAll(/\/\[\[\.\.\.[^/]*/g, '/\uFFFF')
    .replaceAll(/\/\[\.{3}[^/]*/g, '/\uFFFE')
    .replaceAll(/\/\[[^/]*/g, '/\uFFFD');
}

function toPattern(route: string): RegExp {
  const parts = route
    .slice(1)
    .split('/')
    .map((segment) => {
      if (segment.startsWith('[[...')) return '(?:/.+)?';
      if (segment.startsWith('[...')) return '/.+';
      return segment.startsWith('[')
        ? '/[^/]+'
        : `/${segment.replaceAll(/[.*+?^${}()|\\]/g, String.raw`\$&`)}`;
    });
  return new RegExp(`^${parts.join('')}$`);
}
