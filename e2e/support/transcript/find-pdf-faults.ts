import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
type Dict = Record<string, Value>;

/** A file's objects as qpdf lists them (JSON, version 2). */
interface Objects {
  get: (value: Value | undefined) => Value;
  getStream: (value: Value | undefined) => string;
  all: Dict[];
  pages: string[];
}

/**
 * Returns a PDF's violations of those rules of PDF/UA-1 that a program can check (Matterhorn Protocol 1.1): marks,
 * language, title, the order and roles of the structure, links with a description, and fonts with a mapping to Unicode.
 */
export async function findPdfFaults(file: string): Promise<string[]> {
  const objects = await readObjects(file);
  const catalog = toDict(objects.all.find((object) => object['/Type'] === '/Catalog'));
  const faults = new Set(checkCatalog(catalog, objects));
  const tree = readTree(toDict(objects.get(catalog['/StructTreeRoot'])), objects);
  for (const fault of checkRoles(tree)) faults.add(fault);
  for (const page of objects.pages) {
    const dict = toDict(objects.get(page));
    const marked = readMarks(
      toList(objects, dict['/Contents'])
        .map((part) => objects.getStream(part))
        .join('\n'),
    );
    if (marked.hasUnmarked) faults.add('content that is neither marked nor an artifact');
    const owned = tree.content.filter(({ on }) => on === page).map(({ id }) => id);
    if (owned.toSorted((a, b) => a - b).join() !== marked.ids.toSorted((a, b) => a - b).join())
      faults.add('marked content that the structure does not have once');
    for (const link of toList(objects, dict['/Annots']).map((annotation) =>
      toDict(objects.get(annotation)),
    )) {
      if (typeof link['/Contents'] !== 'string') faults.add('a link without a description');
      if (typeof link['/StructParent'] !== 'number') faults.add('a link outside the structure');
      if (dict['/Tabs'] !== '/S') faults.add('a page whose links are not in the order of the structure');
    }
  }
  for (const font of objects.all.filter((object) => object['/Type'] === '/Font')) {
    if (font['/Subtype'] === '/Type0' && font['/ToUnicode'] === undefined)
      faults.add('a font without letters');
    if (font['/Subtype'] === '/Type1') faults.add('a font that is not embedded');
  }
  return [...faults];
}

function* checkCatalog(catalog: Dict, { get, getStream }: Objects): Generator<string> {
  if (toDict(get(catalog['/MarkInfo']))['/Marked'] !== true) yield 'no marks';
  if (typeof catalog['/Lang'] !== 'string') yield 'no language';
  if (toDict(get(catalog['/ViewerPreferences']))['/DisplayDocTitle'] !== true) yield 'no title to display';
  const metadata = getStream(catalog['/Metadata']);
  if (!/<dc:title>/.test(metadata)) yield 'no title';
  if (!/<pdfuaid:part>1</.test(metadata)) yield 'no PDF/UA identifier';
}

interface Tree {
  roles: string[];
  linksWithoutObject: number;
  content: Array<{ on: string; id: number }>;
}

function readTree(root: Dict, objects: Objects): Tree {
  const tree: Tree = { roles: [], linksWithoutObject: 0, content: [] };
  const walk = (value: Value, page: string): void => {
    if (typeof value === 'number') return void tree.content.push({ on: page, id: value });
    const element = toDict(objects.get(value));
    const on = typeof element['/Pg'] === 'string' ? element['/Pg'] : page;
    if (element['/Type'] === '/OBJR') return;
    if (element['/Type'] === '/MCR') return walk(element['/MCID'] ?? null, on);
    const { '/S': name } = element;
    const role = typeof name === 'string' ? name.slice(1) : '';
    tree.roles.push(role);
    const kids = toList(objects, element['/K']);
    const isObject = (kid: Value): boolean => toDict(objects.get(kid))['/Type'] === '/OBJR';
    if (role === 'Link' && !kids.some(isObject)) tree.linksWithoutObject += 1;
    for (const kid of kids) walk(kid, on);
  };
  for (const kid of toList(objects, root['/K'])) walk(kid, '');
  return tree;
}

function* checkRoles({ roles, linksWithoutObject }: Tree): Generator<string> {
  if (roles[0] !== 'Document') yield 'a structure that is no document';
  if (roles.find((role) => /^H\d$/.test(role)) !== 'H1') yield 'no first heading';
  if (roles.some((role) => !['Document', 'H1', 'P', 'Link', 'Span'].includes(role))) yield 'an unknown role';
  if (linksWithoutObject > 0) yield 'a link that leads nowhere';
}

/** Returns the marked content ids of a page, and if text is drawn outside all marks. */
function readMarks(content: string): { ids: number[]; hasUnmarked: boolean } {
  const ids: number[] = [];
  const open: boolean[] = [];
  let hasUnmarked = false;
  const operators = /\/(\w+)\s*(?:<<([^]*?)>>)?\s*B[DM]C\b|\bEMC\b|\bT[jJ]\b/g;
  for (const [operator, tag, properties = ''] of content.matchAll(operators)) {
    const id = /\/MCID (\d+)/.exec(properties)?.[1];
    if (tag !== undefined) {
      if (id !== undefined) ids.push(Number(id));
      open.push(id !== undefined || tag === 'Artifact' || open.includes(true));
    } else if (operator === 'EMC') open.pop();
    else if (open.at(-1) !== true) hasUnmarked = true;
  }
  return { ids, hasUnmarked };
}

async function readObjects(file: string): Promise<Objects> {
  const options = ['--json=2', '--json-stream-data=inline', '--decode-level=generalized'];
  const { stdout } = await run('qpdf', [...options, file], { maxBuffer: 256e6 });
  const { qpdf, pages } = JSON.parse(stdout) as {
    qpdf: [unknown, Record<string, { value?: Value; stream?: { dict: Dict; data: string } }>];
    pages: Array<{ object: string }>;
  };
  const objects = qpdf[1];
  const find = (value: Value | undefined) =>
    typeof value === 'string' && value.endsWith(' R') ? objects[`obj:${value}`] : undefined;
  return {
    get: (value) => {
      const found = find(value);
      return found === undefined ? (value ?? null) : (found.value ?? found.stream?.dict ?? null);
    },
    getStream: (value) => Buffer.from(find(value)?.stream?.data ?? '', 'base64').toString('latin1'),
    all: Object.values(objects).map(({ value, stream }) => toDict(value ?? stream?.dict)),
    pages: pages.map(({ object }) => object),
  };
}

function toDict(value: Value | undefined): Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function toList({ get }: Objects, value: Value | undefined): Value[] {
  const found = get(value);
  if (Array.isArray(found)) return found;
  return value === undefined ? [] : [value];
}
