import type { z } from 'zod';
import type { Operation } from '#lib/api/v1/contract';
import type { Examples } from '#lib/api/v1/openapi/examples';
import { reference, toJsonSchema, problemSchemaName, type Json } from '#lib/api/v1/openapi/schemas';
import { getProblemTexts, problemCatalogue, type ProblemSlug } from '#lib/api/v1/problems/problem-catalogue';
import { problemBody } from '#lib/api/v1/problems/problems';

const text = { type: 'string' };
const binary = { type: 'string', format: 'binary' };
const isText = (mediaType: string) => mediaType.startsWith('text/') || mediaType === 'application/x-subrip';

const everyAnswer = headers('X-Request-Id');
const countedAnswer = headers('X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset');

/** The response headers, by name. */
export const componentHeaders: Json = {
  'X-Request-Id': header('string', 'Identifies the request in the server’s log.'),
  'RateLimit-Limit': header('integer', 'Requests allowed per minute and API key.'),
  'RateLimit-Remaining': header('integer', 'Requests left in this minute.'),
  'RateLimit-Reset': header('integer', 'Seconds until the limit resets.'),
  'Retry-After': header('integer', 'Seconds to wait before the next request.'),
  'WWW-Authenticate': { ...header('string', 'The scheme to authenticate with.'), example: 'Bearer' },
};

/** Returns the responses that any operation may give, for a server at `baseUrl`. */
export function componentResponses(baseUrl: string): Json {
  return {
    Denied: {
      description: 'The request has no valid API key.',
      headers: { ...everyAnswer, ...headers('WWW-Authenticate') },
      content: {
        'application/json': {
          schema: reference('Denied'),
          example: { message: 'Authorization has been denied for this request.' },
        },
      },
    },
    TooManyRequests: {
      ...refusedResponse(baseUrl, ['too-many-requests']),
      headers: { ...countedAnswer, ...headers('Retry-After') },
    },
    Unavailable: {
      ...refusedResponse(baseUrl, ['service-unavailable']),
      headers: { ...everyAnswer, ...headers('Retry-After') },
    },
    Defect: {
      description: 'An unexpected error on the server.',
      headers: everyAnswer,
      content: {
        'application/problem+json': {
          schema: reference('DefectProblem'),
          example: {
            type: 'about:blank',
            title: 'Internal Server Error',
            status: 500,
            detail: 'Something went wrong on our side. Request ID: Uakgb_J5m9g-0JDMbcJqL.',
          },
        },
      },
    },
  };
}

/** Returns all responses of an operation, by status, for a server at `baseUrl`. */
export function describeResponses(baseUrl: string, operation: Operation, examples: Examples): Json {
  const statuses = new Set(operation.refusals.map(getStatus));
  const refusals = [...statuses].map((status) => {
    const slugs = operation.refusals.filter((slug) => getStatus(slug) === status);
    return [status, refusedResponse(baseUrl, slugs)];
  });
  return {
    ...successResponse(operation, examples),
    ...Object.fromEntries(refusals),
    401: { $ref: '#/components/responses/Denied' },
    429: { $ref: '#/components/responses/TooManyRequests' },
    500: { $ref: '#/components/responses/Defect' },
    503: { $ref: '#/components/responses/Unavailable' },
  };
}

function successResponse(operation: Operation, examples: Examples): Json {
  const { response, formats = ['application/json'] } = operation;
  if (response === undefined && operation.formats === undefined) {
    return { 204: { description: 'Done. There is no body.', headers: countedAnswer } };
  }
  const content: Json = {};
  const shapes: Record<string, z.ZodType | undefined> = {
    'application/json': response,
    ...operation.ownFormats,
  };
  for (const mediaType of [...formats, ...Object.keys(operation.ownFormats ?? {})]) {
    const shape = shapes[mediaType];
    const plain = isText(mediaType) ? text : binary;
    content[mediaType] = {
      schema: shape === undefined ? plain : toJsonSchema(shape),
      ...(examples[mediaType] && { examples: examples[mediaType] }),
    };
  }
  return { 200: { description: 'Done.', headers: countedAnswer, content } };
}

function refusedResponse(baseUrl: string, slugs: readonly ProblemSlug[]): Json {
  const kinds = slugs.map((slug) => reference(problemSchemaName(slug)));
  const [only] = kinds;
  const examples = slugs.map((slug) => {
    const { example } = problemCatalogue[slug];
    return [slug, { summary: getProblemTexts(slug).title, value: problemBody(baseUrl, example) }];
  });
  return {
    description: slugs.map((slug) => `\`${slug}\`: ${getProblemTexts(slug).raisedWhen}.`).join('\n\n'),
    headers: countedAnswer,
    content: {
      'application/problem+json': {
        schema: kinds.length === 1 ? only : { oneOf: kinds },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function getStatus(slug: ProblemSlug): number {
  return problemCatalogue[slug].status;
}

function header(type: 'string' | 'integer', description: string): Json {
  return { description, schema: { type } };
}

function headers(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
