import { recordingEndings } from '#lib/recording-formats';
import { z } from 'zod';

/* The client's types, generated from the OpenAPI document: the client package imports nothing from the server. */

/** Path of the client's types. */
export const clientTypesPath = 'clients/typescript/src/library/contract.ts';

const reference = '#/components/schemas/';

interface Schema {
  $ref?: string | undefined;
  type?: string | undefined;
  const?: unknown;
  enum?: unknown[] | undefined;
  anyOf?: Schema[] | undefined;
  oneOf?: Schema[] | undefined;
  items?: Schema | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  additionalProperties?: unknown;
  description?: string | undefined;
  format?: string | undefined;
}

const schema: z.ZodType<Schema> = z.looseObject({
  $ref: z.string().optional(),
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.lazy(() => z.array(schema)).optional(),
  oneOf: z.lazy(() => z.array(schema)).optional(),
  items: z.lazy(() => schema).optional(),
  properties: z.lazy(() => z.record(z.string(), schema)).optional(),
  required: z.array(z.string()).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
});

const content = z.record(
  z.string(),
  z.looseObject({
    schema,
    encoding: z.record(z.string(), z.looseObject({ contentType: z.string() })).optional(),
  }),
);

const operation = z.looseObject({
  operationId: z.string(),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
});

const openApi = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});

/** Renders the client's types: schemas, operations with their paths, media types and problem types. */
export function renderClientTypes(document: unknown): string {
  // Drops undefined values, which the committed document doesn't have.
  const { paths, components } = openApi.parse(JSON.parse(JSON.stringify(document)));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
  );
  const getAnswers = (id: string) =>
    operations.find(({ described }) => described.operationId === id)?.described.responses['200']?.content ??
    {};
  const submission = operations.find(({ described }) => described.operationId === 'submitJob');
  const media = submission?.described.requestBody?.content['multipart/form-data']?.encoding?.['media'];
  const problems = Object.values(components.schemas)
    .map(({ properties }) => properties?.['type']?.const)
    .flatMap((type) => /\/errors\/([\w-]+)$/.exec(String(type))?.[1] ?? []);
  const declared = Object.entries(components.schemas).filter(
    ([, { properties, format }]) => format !== 'binary' && !isUpload(properties),
  );
  const parts = [
    '// Made from the OpenAPI document by `npm run openapi`: change the contract, not this file.',
    problemBase,
    ...declared.map(([name, described]) => renderDeclaration(name, described, declared)),
    renderConstant(
      'The operations of the API, with their paths below `/v1`.',
      'operations',
      operations.map(
        ({ path, method, described }) =>
          `${described.operationId}: { method: ${quote(method)}, path: ${quote(path)} },`,
      ),
      '{}',
    ),
    '/** The name of an operation. */\nexport type OperationId = keyof typeof operations;',
    renderList(
      'The media types of a transcript.',
      'transcriptTypes',
      Object.keys(getAnswers('getTranscript')),
    ),
    renderList('The media types of captions.', 'captionTypes', Object.keys(getAnswers('getCaptions'))),
    renderList(
      'The media types that a recording can be declared as.',
      'recordingTypes',
      media?.contentType.split(', ') ?? [],
    ),
    renderConstant(
      'The endings of file names by the media type that such a file is sent as; its bytes decide where that is `application/octet-stream`.',
      'recordingEndings',
      renderEndings(),
      '{}',
    ),
    renderList(
      'The types of problems, as the last segment of their `type`.',
      'problemTypes',
      [...new Set(problems)].toSorted(),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

const isUpload = (properties: Record<string, Schema> | undefined): boolean =>
  Object.values(properties ?? {}).some(({ format }) => format === 'binary');

const problemMembers: ReadonlySet<string> = new Set(['type', 'title', 'status', 'detail']);

/** A problem type's URI contains the address of the server. */
const problemBase = `/** The members of every type of problem. */
export interface ProblemOf<Status extends number> {
  type: string;
  title: string;
  status: Status;
  detail: string;
}`;

const isPage = (type: unknown): boolean => /^https?:/.test(String(type));

function renderEndings(): string[] {
  const types = [...new Set(Object.values(recordingEndings))];
  return types.map((type) => {
    const endings = Object.keys(recordingEndings).filter((ending) => recordingEndings[ending] === type);
    return `${quote(type)}: [${endings.map(quote).join(', ')}],`;
  });
}

/** A type that includes all members of another extends it. */
function renderDeclaration(name: string, described: Schema, declared: [string, Schema][]): string {
  const { properties } = described;
  const comment = renderComment(described.description, '');
  if (properties === undefined) return `${comment}export type ${name} = ${renderType(described, '')};`;
  const status = properties['status']?.const;
  if (status !== undefined && isPage(properties['type']?.const)) {
    const own = Object.entries(properties).filter(([member]) => !problemMembers.has(member));
    const more = renderMembers({ ...described, properties: Object.fromEntries(own) }, '').join('\n');
    const of = `ProblemOf<${JSON.stringify(status)}>`;
    if (more === '') return `${comment}export type ${name} = ${of};`;
    return `${comment}export interface ${name} extends ${of} {\n${more}\n}`;
  }
  const members = renderMembers(described, '');
  const base = declared
    .map(([other, schema]) => [other, renderMembers(schema, '')] as const)
    .filter(([, all]) => all.length > 0 && all.length < members.length)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .find(([, all]) => all.every((member) => members.includes(member)));
  const own = members.filter((member) => base?.[1].includes(member) !== true);
  const extension = base === undefined ? '' : `extends ${base[0]} `;
  return `${comment}export interface ${name} ${extension}{\n${own.join('\n')}\n}`;
}

function renderMembers({ properties = {}, required = [] }: Schema, indent: string): string[] {
  const inner = `${indent}  `;
  return Object.entries(properties).map(([name, described]) => {
    const mark = required.includes(name) ? '' : '?';
    // Programs compiled with exactOptionalPropertyTypes may still pass undefined.
    const type = `${renderType(described, inner)}${mark === '' ? '' : ' | undefined'}`;
    return `${renderComment(described.description, inner)}${inner}${name}${mark}: ${type};`;
  });
}

function renderType(described: Schema, indent: string): string {
  const { $ref, anyOf, oneOf, items, properties, additionalProperties } = described;
  if ($ref !== undefined) return $ref.slice(reference.length);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.map((choice) => renderType(choice, indent)).join(' | ');
  if (described.const !== undefined) return JSON.stringify(described.const);
  if (described.enum !== undefined) return described.enum.map((value) => quote(String(value))).join(' | ');
  switch (described.type) {
    case 'array':
      return `Array<${items === undefined ? 'unknown' : renderType(items, indent)}>`;
    case 'object': {
      if (properties !== undefined) return `{\n${renderMembers(described, indent).join('\n')}\n${indent}}`;
      const values = schema.safeParse(additionalProperties);
      return `Record<string, ${values.success ? renderType(values.data, indent) : 'unknown'}>`;
    }
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
      return described.type;
    default:
      throw new Error(`the client's types have no schema like ${JSON.stringify(described)}`);
  }
}

const renderComment = (description: string | undefined, indent: string): string =>
  description === undefined
    ? ''
    : `${indent}/** ${description.replaceAll('*/', '* /').replaceAll(/\s*\n\s*/g, ' ')} */\n`;

const renderList = (comment: string, name: string, values: string[]): string =>
  renderConstant(
    comment,
    name,
    values.map((value) => `${quote(value)},`),
    '[]',
  );

function renderConstant(comment: string, name: string, lines: string[], brackets: '[]' | '{}'): string {
  const body = lines.map((line) => `  ${line}`).join('\n');
  return `/** ${comment} */\nexport const ${name} = ${brackets[0]}\n${body}\n${brackets[1]} as const;`;
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Explains a fault of the client's types; undefined if they match the document. */
export function findClientTypesFault({
  document,
  types,
}: {
  document: unknown;
  types: string | undefined;
}): string | undefined {
  if (types === renderClientTypes(document)) return undefined;
  return `${clientTypesPath} doesn't match the contract. Renew it: npm run openapi`;
}
