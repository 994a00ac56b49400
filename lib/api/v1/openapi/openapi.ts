import { z } from 'zod';
import { contract, tags, type Operation } from '#lib/api/v1/contract';
import {
  callbackExamples,
  requestExamples,
  responseExamples,
  type Examples,
} from '#lib/api/v1/openapi/examples';
import { importTypes } from '#lib/api/v1/import-schemas';
import { componentHeaders, componentResponses, describeResponses } from '#lib/api/v1/openapi/responses';
import { componentSchemas, reference, toJsonSchema, type Json } from '#lib/api/v1/openapi/schemas';
import { acceptedMediaTypes } from '#lib/media/media-types';
import packageDescription from '#package.json' with { type: 'json' };

/** An OpenAPI document, with the parts of its fixed structure. */
export interface OpenApiDocument {
  openapi: string;
  info: Json;
  servers: Array<{ url: string }>;
  paths: Record<string, Record<string, Json>>;
  webhooks: Record<string, Json>;
  components: Record<string, Json>;
  [more: string]: unknown;
}

const introduction = `Longhand turns recordings into text. Submit audio or video, follow the job until it is \`transcribed\`
or \`failed\`, then read the transcript.

Authenticate each request with an API key: \`Authorization: Bearer <API_KEY>\`. Errors are problems (RFC 9457)
whose \`type\` opens a page that explains what to do. Members without a value are left out.

Keys that begin with \`lh_test_\` work in the sandbox: jobs are free, aren't transcribed, and end as the name of the
file or the metadata says, such as \`fail:download_failure\`. Sandbox keys see only sandbox jobs, live keys only live
jobs.

New members, headers and operations are added without a new version. Ignore those you don't know.`;

/** Generates the OpenAPI 3.1 document of the current revision from the contract, for a server at `baseUrl`. */
export function openApiDocument({ baseUrl }: { baseUrl: string }): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Longhand',
      version: packageDescription.version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${baseUrl}/v1` }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: describePaths(baseUrl),
    webhooks: { jobCompleted: { post: describeCallback(baseUrl) } },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the account, created on the website or with `npm run account`.',
        },
      },
      schemas: componentSchemas(baseUrl),
      responses: componentResponses(baseUrl),
      headers: componentHeaders,
    },
  };
}

const scopeNotes = {
  read: 'Works with any API key.',
  submit: 'Requires an API key with the scope `submit` or `everything`.',
  everything: 'Requires an API key with the scope `everything`.',
};

function describePaths(baseUrl: string): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {};
  const examples = responseExamples(baseUrl);
  for (const key of Object.keys(contract) as Array<keyof typeof contract>) {
    const operation: Operation = contract[key];
    const { id: operationId, path, method, tag, summary, description, scope } = operation;
    const body = describeBody(operation, requestExamples[key] ?? {});
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId,
      tags: [tag],
      summary,
      description: `${description}\n\n${scopeNotes[scope]}`,
      parameters: [
        ...describeParameters('path', getFields(operation.params)),
        ...describeParameters('query', getFields(operation.query)),
        ...describeParameters('header', operation.headers ?? {}),
      ],
      ...(body && { requestBody: body }),
      responses: describeResponses(baseUrl, operation, examples[key]),
    };
  }
  return paths;
}

function getFields(shape: z.ZodType): Record<string, z.ZodType> {
  return shape instanceof z.ZodObject ? shape.shape : {};
}

function describeParameters(location: string, fields: Readonly<Record<string, z.ZodType>>): Json[] {
  return Object.entries(fields).map(([name, field]) => {
    const { description, ...schema } = toJsonSchema(field);
    const isRequired = !field.safeParse(undefined).success;
    return { name, in: location, description, required: isRequired, schema };
  });
}

function describeBody({ body, isBodyOptional = false }: Operation, examples: Examples): Json | undefined {
  if (body === undefined) return undefined;
  const content: Json = {};
  for (const [mediaType, shape] of Object.entries(body)) {
    content[mediaType] = {
      schema: toJsonSchema(shape),
      ...(examples[mediaType] && { examples: examples[mediaType] }),
      ...(mediaType === 'multipart/form-data' && {
        encoding: {
          media: { contentType: acceptedMediaTypes.join(', ') },
          transcript: { contentType: importTypes.join(', ') },
          options: { contentType: 'application/json' },
        },
      }),
    };
  }
  return { required: !isBodyOptional, content };
}

function describeCallback(baseUrl: string): Json {
  const signed = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    operationId: 'jobCompleted',
    tags: ['Callbacks'],
    summary: 'A job has ended.',
    description:
      'When a job with a `callback_url` is `transcribed` or `failed`, the job is sent to that URL, at least once. Any 2xx ' +
      'within 15 seconds acknowledges it; redirects aren’t followed. Otherwise it is sent again after 5 s, 30 s, ' +
      '2 min, 10 min and 30 min, then every 30 minutes for up to 24 hours; `Retry-After` delays the next attempt, and ' +
      '410 stops them. Each attempt is signed following Standard Webhooks: verify it with one of its libraries.',
    security: [],
    parameters: [
      signed('webhook-id', 'Identifies the callback; the same for each attempt.'),
      signed('webhook-timestamp', 'When it was sent, in seconds since 1970.'),
      signed(
        'webhook-signature',
        'One or more, separated by spaces: `v1,` and the Base64 of an HMAC-SHA256 with a signing secret of the account.',
      ),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: reference('CallbackBody'), examples: callbackExamples(baseUrl) },
      },
    },
    responses: {
      '2XX': { description: 'Received. After any other response it is sent again later.' },
      410: { description: 'Gone: no more attempts are made.' },
    },
  };
}
