import { readFileSync } from 'node:fs';

/** The patterns of all paths in Next.js's build manifest: `/editor/[id]`, `/jobs/uploads/[[...id]]`. */
const listed = '.next/app-path-routes-manifest.json';

/** Finds the pattern that a path matches; undefined if none does. */
export type MatchRoute = (path: string) => string | undefined;

/** Reads the patterns of Next.js's pages and routes. Without the manifest, there are none. */
export function readSiteRoutes(file = listed): MatchRoute {
  try {
    return matchRoutes(Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>));
  } catch {
    return () => undefined;
  }
}

/** Matches paths like Next.js: patterns without parameters first, then segment by segment, catch-all patterns last. */
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
