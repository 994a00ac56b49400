import { z } from 'zod';
import { apiKeyScopes, scopeIncludes } from '#lib/accounts/api-keys/api-key';
import { acceptedMediaTypes } from '#lib/media/media-types';
import type { JobOperation, RefusalReason } from '#lib/refusal';

/** The last segment of a problem's `type` URI: the kinds of refusal that the API answers with. */
export type ProblemSlug = Exclude<
  RefusalReason['kind'],
  'account-not-found' | 'email-taken' | 'revision-not-found' | 'link-not-found'
>;

/** The refusals that have this slug. */
export type ReasonOf<Slug extends ProblemSlug> = Extract<RefusalReason, { kind: Slug }>;

/** All there is to know of one type of problem, for the answer, the OpenAPI document and the page about it. */
export interface ProblemType<Slug extends ProblemSlug> {
  status: number;
  title: string;
  /** Ends the sentence "Raised when …". */
  raisedWhen: string;
  whatToDo: string;
  /** The members that this type adds to the problem, in wire names. */
  members: z.ZodRawShape;
  detail(reason: ReasonOf<Slug>): string;
  /** The values of `members`. */
  extra(reason: ReasonOf<Slug>): Record<string, unknown>;
  example: ReasonOf<Slug>;
}

const obtained: Record<JobOperation, string> = {
  delete: 'to be deleted',
  transcript: 'to obtain the transcript',
  share: 'to be shared',
  callback: 'to have its callback sent',
  retry: 'to be tried again',
};

const nothing = { members: {}, extra: () => ({}) };

/** Every type of problem that the current revision answers with. */
export const problemCatalogue: { [Slug in ProblemSlug]: ProblemType<Slug> } = {
  'invalid-parameters': {
    status: 400,
    title: "Your request parameters didn't validate",
    raisedWhen: 'a parameter of the path, the query, a header or the body is missing or has a wrong value',
    whatToDo: 'Correct each parameter named in `parameters`, and send the request again.',
    members: {
      parameters: z
        .record(z.string(), z.array(z.string()))
        .describe('What is wrong, by the name of each faulty parameter, such as `options.media_url`.'),
    },
    detail: ({ parameters }) => `Faulty parameters: ${Object.keys(parameters).join(', ')}.`,
    extra: ({ parameters }) => ({ parameters }),
    example: {
      kind: 'invalid-parameters',
      parameters: { 'options.media_url': ['The media_url is required.'] },
    },
  },
  'unsupported-media-content-type': {
    status: 400,
    title: 'The media type is not supported',
    raisedWhen: 'the Content-Type of the uploaded media part is not among the accepted media types',
    whatToDo:
      'Give the part the media type of its content, one of `allowed_values`. With curl: `-F media=@talk.mp3;type=audio/mpeg`.',
    members: {
      allowed_values: z.array(z.string()).describe('The accepted media types.'),
      current_value: z.string().describe('The media type of the part.'),
    },
    detail: ({ currentValue }) => `“${currentValue}” is not accepted.`,
    extra: ({ currentValue }) => ({ allowed_values: acceptedMediaTypes, current_value: currentValue }),
    example: { kind: 'unsupported-media-content-type', currentValue: 'image/png' },
  },
  'media-missing-filename': {
    ...nothing,
    status: 400,
    title: 'A filename is required for the media part',
    raisedWhen: 'the uploaded media part has no file name',
    whatToDo: 'Add `filename="…"` to the Content-Disposition of the part named `media`.',
    detail: () => 'The media part has no file name.',
    example: { kind: 'media-missing-filename' },
  },
  'unsupported-transcript-format': {
    status: 400,
    title: 'The transcript format is not supported',
    raisedWhen: 'the Accept header names no format that the transcript or the captions can be had in',
    whatToDo: 'Ask for one of `allowed_values` in the Accept header, or leave the header out.',
    members: { allowed_values: z.array(z.string()).describe('The formats that can be had.') },
    detail: () => 'The Accept header names no format that can be had here.',
    extra: ({ allowedValues }) => ({ allowed_values: allowedValues }),
    example: {
      kind: 'unsupported-transcript-format',
      allowedValues: ['text/plain', 'application/json', 'application/msword', 'application/pdf'],
    },
  },
  'out-of-credit': {
    status: 403,
    title: 'You do not have enough credits',
    raisedWhen: 'the balance of the account does not pay for the recording',
    whatToDo: 'Top up the balance, then submit the recording again. Nothing has been charged.',
    members: { current_balance: z.number().describe('What can still be spent, in US dollars.') },
    detail: ({ balanceCents }) => `You have only $${(balanceCents / 100).toFixed(2)} remaining`,
    extra: ({ balanceCents }) => ({ current_balance: balanceCents / 100 }),
    example: { kind: 'out-of-credit', balanceCents: 10 },
  },
  'insufficient-scope': {
    status: 403,
    title: 'The API key may not do this',
    raisedWhen: 'the scope of the API key does not include the operation',
    whatToDo:
      'Use a key whose scope is one of `allowed_values`. Keys are made on the web site, under Developers.',
    members: {
      allowed_values: z.array(z.string()).describe('The scopes that include the operation.'),
      current_value: z.string().describe('The scope of the key.'),
    },
    detail: ({ currentValue, needed }) =>
      `The scope of this API key is “${currentValue}”, and this needs “${needed}”.`,
    extra: ({ currentValue, needed }) => ({
      allowed_values: apiKeyScopes.filter((scope) => scopeIncludes(scope, needed)),
      current_value: currentValue,
    }),
    example: { kind: 'insufficient-scope', currentValue: 'read', needed: 'submit' },
  },
  'job-not-found': {
    ...nothing,
    status: 404,
    title: 'The job could not be found',
    raisedWhen:
      'the account of the API key has no job with this id, or has it in the other mode: live or sandbox',
    whatToDo:
      'Check the id and the API key: a job is found only with a key of its own account, and a job of the sandbox only with an `lh_test_` key.',
    detail: () => 'There is no job with this id.',
    example: { kind: 'job-not-found' },
  },
  'invalid-job-state': {
    status: 409,
    title: 'The job is in an invalid state',
    raisedWhen:
      'the job is in a state that does not permit the operation: delete, transcript, share or callback',
    whatToDo: 'Read the job until its `status` is one of `allowed_values`, then send the request again.',
    members: {
      allowed_values: z.array(z.string()).describe('The states in which the operation is possible.'),
      current_value: z.string().describe('The state of the job.'),
    },
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
  'payload-too-large': {
    ...nothing,
    status: 413,
    title: 'The upload is too large',
    raisedWhen: 'the upload, or the JSON of a submission, is larger than this server accepts',
    whatToDo: 'Send a smaller file, for example its sound track only, or give its address as `media_url`.',
    detail: ({ maxBytes }) => `An upload may have ${maxBytes} bytes at most.`,
    example: { kind: 'payload-too-large', maxBytes: 2 * 1024 ** 3 },
  },
  'idempotency-key-reuse': {
    ...nothing,
    status: 409,
    title: 'The idempotency key has been used for another request',
    raisedWhen: 'the same Idempotency-Key came with a different submission within 24 hours',
    whatToDo: 'Use a new Idempotency-Key for each submission, and the same one only to repeat it.',
    detail: () => 'The same Idempotency-Key came with a different request within 24 hours.',
    example: { kind: 'idempotency-key-reuse' },
  },
  'too-many-requests': {
    ...nothing,
    status: 429,
    title: 'Too many requests',
    raisedWhen: 'the API key has sent more requests within a minute than this server allows',
    whatToDo: 'Wait as many seconds as the Retry-After header says, then send the request again.',
    detail: ({ retryAfterSeconds }) =>
      `Too many requests with this API key. Try again in ${retryAfterSeconds} s.`,
    example: { kind: 'too-many-requests', retryAfterSeconds: 12 },
  },
};

/** The slugs of all types of problems. */
export const problemSlugs = Object.keys(problemCatalogue) as ProblemSlug[];
