import type { IncomingMessage } from 'node:http';
import { apiRoutes, type RouteFile, type Verb } from '#app/http/routes/api-routes';
import { plainApiPath } from '#lib/api/dialects/paths';

/** A request's route, and its path parameters. */
export interface FoundRoute {
  /** The pattern of the path, such as `/v1/jobs/[id]`. */
  route: string;
  verb: Verb;
  load: () => Promise<RouteFile>;
  params: Record<string, string>;
}

/** A segment in the tree of routes. */
interface Node {
  file?: LoadedFile;
  children: Map<string, Node>;
  /** The child that matches any segment, and the parameter's name. */
  parameter?: { name: string; node: Node };
  /** Matches all paths below without their own route. */
  catchAll?: LoadedFile;
}

type LoadedFile = Pick<FoundRoute, 'route' | 'load'>;

const root = buildTrie();

const pathsWithoutParameters: ReadonlySet<string> = new Set(
  Object.keys(apiRoutes).flatMap((folder) => (folder.includes('[') ? [] : [`/${folder}`])),
);

const verbs: ReadonlySet<string> = new Set<Verb>(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** The API route file for a request; undefined if there is none, or if Next.js must interpret the path or method. */
export function findRoute({
  method = '',
  url = '',
}: Pick<IncomingMessage, 'method' | 'url'>): FoundRoute | undefined {
  if (!isVerb(method)) return undefined;
  const query = url.indexOf('?');
  // Ignores a trailing slash.
  const path = (query === -1 ? url : url.slice(0, query)).replace(/(?<=[^/])\/$/, '');
  if (!plainApiPath.test(path) && !pathsWithoutParameters.has(path)) return undefined;
  const params: Record<string, string> = {};
  let node = root;
  let { catchAll } = root;
  for (const segment of path.slice(1).split('/')) {
    const child = node.children.get(segment);
    if (child === undefined && node.parameter !== undefined) params[node.parameter.name] = segment;
    const next = child ?? node.parameter?.node;
    if (next === undefined) return found(method, catchAll, {});
    node = next;
    catchAll = node.catchAll ?? catchAll;
  }
  return node.file === undefined ? found(method, catchAll, {}) : found(method, node.file, params);
}

function found(
  verb: Verb,
  file: LoadedFile | undefined,
  params: Record<string, string>,
): FoundRoute | undefined {
  return file && { route: file.route, verb, load: file.load, params };
}

function isVerb(method: string): method is Verb {
  return verbs.has(method);
}

function buildTrie(): Node {
  const root: Node = { children: new Map() };
  for (const [folder, load] of Object.entries(apiRoutes)) {
    let node = root;
    const file = { route: `/${folder}`, load: once(load) };
    const segments = folder.split('/');
    const isCatchAll = segments.at(-1)?.startsWith('[[...') === true;
    for (const segment of isCatchAll ? segments.slice(0, -1) : segments) node = insert(node, segment);
    if (isCatchAll) node.catchAll = file;
    else node.file = file;
  }
  return root;
}

function insert(node: Node, segment: string): Node {
  const name = /^\[(\w+)\]$/.exec(segment)?.[1];
  if (name !== undefined) return (node.parameter ??= { name, node: { children: new Map() } }).node;
  const child = node.children.get(segment) ?? { children: new Map() };
  node.children.set(segment, child);
  return child;
}

/** Caches the module: importing it again would cost more than finding the route. */
function once(load: () => Promise<RouteFile>): () => Promise<RouteFile> {
  let loaded: Promise<RouteFile> | undefined;
  return () => (loaded ??= load());
}
