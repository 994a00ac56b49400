import { z } from 'zod';
import { apiKeyScopes, scopeIncludes } from '#lib/accounts/api-keys/api-key';
import { mediaFaults } from '#lib/media/media-failure';
import { acceptedMediaTypes } from '#lib/media/media-types';
import { withLocale } from '#lib/messages/with-locale';
import type { ApiRefusalReason, JobOperation } from '#lib/refusal';
import * as texts from '#messages/problem-pages';

/** The last segment of a problem's `type` URI: a kind of refusal in the API. */
export type ProblemSlug = ApiRefusalReason['kind'];

/** The refusals with this slug. */
export type ReasonOf<Slug extends ProblemSlug> = Extract<ApiRefusalReason, { kind: Slug }>;

/** A type of problem in the API. Its title and descriptions: `getProblemTexts`. */
export interface ProblemType<Slug extends ProblemSlug> {
  status: number;
  /** The type's extra members, in wire names. */
  members: Readonly<Record<string, z.ZodType>>;
  detail(reason: ReasonOf<Slug>): string;
  /** The values of `members`. */
  extra(reason: ReasonOf<Slug>): Record<string, unknown>;
  example: ReasonOf<Slug>;
}

const obtained: Record<JobOperation, string> = {
  delete: 'to be deleted',
  transcript: 'to obtain the transcript',
  share: 'to be shared',
  callback: 'for its callback to be sent',
  retry: 'to be retried',
  recognize: 'to be recognized again',
  cancel: 'to be canceled',
};

const nothing = { members: {}, extra: () => ({}) };

/** All types of problems in the current revision. */
export const problemCatalogue: { [Slug in ProblemSlug]: ProblemType<Slug> } = {
  'invalid-parameters': {
    status: 400,
    members: { parameters: z.record(z.string(), z.array(z.string())) },
    detail: ({ parameters }) => `Invalid parameters: ${Object.keys(parameters).join(', ')}.`,
    extra: ({ parameters }) => ({ parameters }),
    example: {
      kind: 'invalid-parameters',
      parameters: { 'options.media_url': ['media_url is required.'] },
    },
  },
  'unsupported-media-content-type': {
    status: 400,
    members: { allowed_values: z.array(z.string()), current_value: z.string() },
    detail: ({ currentValue, isByContent = false }) =>
      isByContent ? mediaFaults.notMedia : `“${currentValue}” is not accepted.`,
    extra: ({ currentValue }) => ({ allowed_values: acceptedMediaTypes, current_value: currentValue }),
    example: { kind: 'unsupported-media-content-type', currentValue: 'image/png' },
  },
  'unsupported-content-encoding': {
    ...nothing,
    status: 415,
    detail: ({ currentValue }) => `The body is compressed (${currentValue}). Send it uncompressed.`,
    example: { kind: 'unsupported-content-encoding', currentValue: 'gzip' },
  },
  'media-missing-filename': {
    ...nothing,
    status: 400,
    detail: () => 'The media part has no file name.',
    example: { kind: 'media-missing-filename' },
  },
  'unsupported-transcript-format': {
    status: 400,
    members: { allowed_values: z.array(z.string()) },
    detail: () => 'The Accept header names no supported format.',
    extra: ({ allowedValues }) => ({ allowed_values: allowedValues }),
    example: {
      kind: 'unsupported-transcript-format',
      allowedValues: ['text/plain', 'application/json', 'application/msword', 'application/pdf'],
    },
  },
  'out-of-credit': {
    status: 403,
    members: { current_balance: z.number() },
    detail: ({ balanceCents }) => `You have only $${(balanceCents / 100).toFixed(2)} remaining`,
    extra: ({ balanceCents }) => ({ current_balance: balanceCents / 100 }),
    example: { kind: 'out-of-credit', balanceCents: 10 },
  },
  'insufficient-scope': {
    status: 403,
    members: { allowed_values: z.array(z.string()), current_value: z.string() },
    detail: ({ currentValue, needed }) =>
      `This API key has the scope “${currentValue}”; this operation requires “${needed}”.`,
    extra: ({ currentValue, needed }) => ({
      allowed_values: apiKeyScopes.filter((scope) => scopeIncludes(scope, needed)),
      current_value: currentValue,
    }),
    example: { kind: 'insufficient-scope', currentValue: 'read', needed: 'submit' },
  },
  'job-not-found': {
    ...nothing,
    status: 404,
    detail: () => 'There is no job with this ID.',
    example: { kind: 'job-not-found' },
  },
  'invalid-job-state': {
    status: 409,
    members: { allowed_values: z.array(z.string()), current_value: z.string() },
    detail: ({ operation }) => `Job is in invalid state ${obtained[operation]}`,
    extra: ({ allowedValues, currentValue }) => ({
      allowed_values: allowedValues,
      current_value: currentValue,
    }),
    example: {
      kind: 'invalid-job-state',
      operation: 'delete',
      currentValue: 'in_progress',
      allowedValues: ['failed', 'transcribed'],
    },
  },
  'legal-hold': {
    ...nothing,
    status: 409,
    detail: ({ held }) =>
      held === 'account'
        ? 'The account is under a legal hold. Nothing in it can be deleted.'
        : "The job is under a legal hold. It can't be deleted.",
    example: { kind: 'legal-hold', held: 'account' },
  },
  'transcript-mismatch': {
    status: 422,
    members: { matching_share: z.number(), required_share: z.number() },
    detail: ({ matchingShare, requiredShare }) =>
      `The text has too little in common with the recording: ${toPercent(matchingShare)} of the words match, ${toPercent(requiredShare)} are required.`,
    extra: ({ matchingShare, requiredShare }) => ({
      matching_share: roundShare(matchingShare),
      required_share: requiredShare,
    }),
    example: { kind: 'transcript-mismatch', matchingShare: 0.062, requiredShare: 0.3 },
  },
  'payload-too-large': {
    ...nothing,
    status: 413,
    detail: ({ maxBytes }) => `Uploads are limited to ${maxBytes} bytes.`,
    example: { kind: 'payload-too-large', maxBytes: 2 * 1024 ** 3 },
  },
  'idempotency-key-reuse': {
    ...nothing,
    status: 409,
    detail: () => 'This Idempotency-Key was used with a different request in the last 24 hours.',
    example: { kind: 'idempotency-key-reuse' },
  },
  'too-many-requests': {
    ...nothing,
    status: 429,
    detail: ({ retryAfterSeconds }) =>
      `Too many requests with this API key. Try again in ${retryAfterSeconds} s.`,
    example: { kind: 'too-many-requests', retryAfterSeconds: 12 },
  },
  'service-unavailable': {
    ...nothing,
    status: 503,
    detail: ({ retryAfterSeconds }) =>
      `The server is overloaded or can't reach its database. Try again in ${retryAfterSeconds} s.`,
    example: { kind: 'service-unavailable', retryAfterSeconds: 5 },
  },
  'storage-full': {
    ...nothing,
    status: 507,
    detail: () => 'The server has run out of storage. Nothing was saved.',
    example: { kind: 'storage-full' },
  },
};

/** The slugs of all types of problems. */
export const problemSlugs = Object.keys(problemCatalogue) as ProblemSlug[];

/** Texts that explain a type of problem. */
export interface ProblemTexts {
  title: string;
  /** Ends the sentence "Raised when …". */
  raisedWhen: string;
  whatToDo: string;
}

/** Returns the texts for the wire, in English regardless of the reader's language. */
export function getProblemTexts(slug: ProblemSlug): ProblemTexts {
  return withLocale('en', () => ({
    title: texts.titles[slug](),
    raisedWhen: texts.raisedWhen[slug](),
    whatToDo: texts.whatToDo[slug](),
  }));
}

/** Rounds down: a share below the limit must not look like the limit. */
function toPercent(share: number): string {
  return `${Math.floor(share * 100)}%`;
}

/** Rounds a share down to thousandths, as sent. */
export function roundShare(share: number): number {
  return Math.floor(share * 1000) / 1000;
}

const memberTexts: ReadonlyMap<string, () => string> = new Map(Object.entries(texts.members));

/** Describes a problem type's extra member, in the reader's language. */
export function describeMember(slug: ProblemSlug, member: string): string {
  return memberTexts.get(`${slug}.${member}`)?.() ?? '';
}
