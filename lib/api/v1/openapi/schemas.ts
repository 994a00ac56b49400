import { z } from 'zod';
import {
  describeMember,
  getProblemTexts,
  problemCatalogue,
  problemSlugs,
  type ProblemSlug,
} from '#lib/api/v1/problems/problem-catalogue';
import { problemUri } from '#lib/api/v1/problems/problems';
import { importResult } from '#lib/api/v1/import-schemas';
import { recognizeOptions } from '#lib/api/v1/recognize-schemas';
import { recognition as recognitionRecord } from '#lib/api/v1/recognition-schemas';
import * as schemas from '#lib/api/v1/schemas';
import { withLocale } from '#lib/messages/with-locale';

/** A JSON object of the OpenAPI document. */
export type Json = Record<string, unknown>;

const callbackBody = z.object({
  job: schemas.job.describe('The finished job, as `GET /v1/jobs/{id}` returns it.'),
});

const defect = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.literal(500),
    detail: z.string().describe('Identifies the request in the server’s log.'),
  })
  .describe('An unexpected error on the server.');

const named: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [schemas.job, 'Job'],
  [schemas.jobToRead, 'JobWithRecognition'],
  [recognitionRecord, 'Recognition'],
  [schemas.jobList, 'JobList'],
  [schemas.transcript, 'Transcript'],
  [schemas.speaker, 'Speaker'],
  [schemas.monologue, 'Monologue'],
  [schemas.element, 'Element'],
  [schemas.richTranscript, 'RichTranscript'],
  [schemas.richMonologue, 'RichMonologue'],
  [schemas.richElement, 'RichElement'],
  [schemas.engine, 'Engine'],
  [schemas.engineList, 'EngineList'],
  [schemas.account, 'Account'],
  [schemas.standingVocabulary, 'Vocabulary'],
  [schemas.shareResult, 'ShareResult'],
  [importResult, 'ImportResult'],
  [recognizeOptions, 'RecognitionOptions'],
  [schemas.denied, 'Denied'],
  [schemas.submissionOptions, 'SubmissionOptions'],
  [schemas.uploadOptions, 'UploadOptions'],
  [schemas.jsonSubmission, 'JsonSubmission'],
  [schemas.multipartSubmission, 'MultipartSubmission'],
  [callbackBody, 'CallbackBody'],
  [schemas.callback, 'Callback'],
  [schemas.callbackTry, 'CallbackTry'],
  [defect, 'DefectProblem'],
]);

/** Returns the reference to the component schema with this name. */
export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns the component name of a problem type: `JobNotFoundProblem`. */
export function problemSchemaName(slug: ProblemSlug): string {
  const words = slug.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `${words.join('')}Problem`;
}

/** Converts a schema to JSON Schema; a reference if it is a component. */
export function toJsonSchema(shape: z.ZodType): Json {
  const name = named.get(shape);
  return name === undefined ? inPlace(z.toJSONSchema(shape, conversion)) : reference(name);
}

/** Returns the schemas of all components, for a server at `baseUrl`. */
export function componentSchemas(baseUrl: string): Json {
  const registry = z.registry<{ id: string }>();
  for (const [shape, id] of named) registry.add(shape, { id });
  for (const slug of problemSlugs) registry.add(problemShape(baseUrl, slug), { id: problemSchemaName(slug) });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { ...conversion, uri });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inPlace(schema)]));
}

function problemShape(baseUrl: string, slug: ProblemSlug): z.ZodType {
  const { status, members } = problemCatalogue[slug];
  const described = withLocale('en', () =>
    Object.entries(members).map(([name, member]) => [name, member.describe(describeMember(slug, name))]),
  );
  return z
    .object({
      type: z.literal(problemUri(baseUrl, slug)),
      title: z.string(),
      status: z.literal(status),
      detail: z.string(),
      ...(Object.fromEntries(described) as z.ZodRawShape),
    })
    .describe(`Raised when ${getProblemTexts(slug).raisedWhen}.`);
}

const conversion = {
  target: 'draft-2020-12',
  // Describes query values as parsed: a number, not its digits.
  io: 'output',
  override: ({ jsonSchema }: { jsonSchema: Json }) => {
    // Responses may gain members without a new version, so clients must not reject unknown ones.
    if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties'];
    // Drops Zod's bounds of safe integers, and its patterns of formats.
    if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
    if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
    if (jsonSchema['format'] === 'date-time') delete jsonSchema['pattern'];
    delete jsonSchema['contentEncoding'];
  },
} as const;

function inPlace({ $schema: _schema, $id: _id, ...schema }: Json): Json {
  return schema;
}
