import { describeRefusal } from '#lib/api/dialects/describe-refusal';
import type { Refusal, RefusalReason } from '#lib/refusal';

/** What OpenAI's clients tell errors by. */
type ErrorType = 'invalid_request_error' | 'insufficient_quota' | 'requests' | 'server_error';

/** An error of this dialect. */
export interface ErrorFacts {
  status: number;
  message: string;
  type: ErrorType;
  /** The field that is at fault. */
  param?: string | undefined;
  code: string;
}

/** A request that this dialect declines with an error of its own, or a job that failed. */
export class OpenAiError extends Error {
  override readonly name = 'OpenAiError';
  readonly facts: ErrorFacts;

  constructor(facts: ErrorFacts) {
    super(facts.message);
    this.facts = facts;
  }
}

/** A field that holds what it can't. */
export function badField(param: string, message: string, code = 'invalid_value'): OpenAiError {
  return new OpenAiError({ status: 400, type: 'invalid_request_error', param, message, code });
}

/** A translation that can't be had, for the reason that `message` tells; `param` is the field that names the engine. */
export function noTranslation(message: string, param?: string): OpenAiError {
  const instead = 'Use POST /v1/audio/transcriptions for the text in the spoken language.';
  return new OpenAiError({
    ...{ status: 400, type: 'invalid_request_error', param, code: 'unsupported_operation' },
    message: `${message} ${instead}`,
  });
}

/** The body of an error: `{"error": {…}}`. */
export function errorBody({ message, type, param, code }: ErrorFacts): {
  error: { message: string; type: string; param: string | null; code: string };
} {
  return { error: { message, type, param: param ?? null, code } };
}

/** The response that carries an error. */
export function errorResponse(facts: ErrorFacts): Response {
  const { status, type } = facts;
  return Response.json(errorBody(facts), {
    status,
    // OpenAI's clients repeat each 429 by themselves, which is in vain here.
    headers: type === 'insufficient_quota' ? { 'x-should-retry': 'false' } : {},
  });
}

/** The error of a request without a valid key. */
export const deniedError: ErrorFacts = {
  status: 401,
  message:
    "Incorrect API key provided. Send one of this server's keys as “Authorization: Bearer”, or as the password of Basic authentication.",
  type: 'invalid_request_error',
  code: 'invalid_api_key',
};

/** The error of a request that met a defect of ours. */
export function defectError(requestId: string): ErrorFacts {
  return serverError(500, `Something went wrong on our side. Request ID: ${requestId}.`);
}

/** The error of a path or verb that is not there. */
export function absenceError({ status, detail }: { status: 404 | 405; detail: string }): ErrorFacts {
  const code = status === 404 ? 'unknown_url' : 'method_not_allowed';
  return { status, message: detail, type: 'invalid_request_error', code };
}

/** An error on our side. */
export function serverError(status: number, message: string, code = 'server_error'): ErrorFacts {
  return { status, message, type: 'server_error', code };
}

/** The error that tells of a refusal. */
export function toError(refusal: Refusal): ErrorFacts {
  const { reason } = refusal;
  if (reason.kind === 'invalid-parameters') return ofParameters(reason.parameters);
  const { status, type, code, param } = errors[reason.kind];
  return { status, type, code, param, message: describeRefusal(refusal) };
}

const invalid = { type: 'invalid_request_error' } as const;
const ours = { status: 500, type: 'server_error', code: 'server_error' } as const;

const errors: Record<Exclude<RefusalReason['kind'], 'invalid-parameters'>, Omit<ErrorFacts, 'message'>> = {
  'unsupported-media-content-type': { ...invalid, status: 400, param: 'file', code: 'invalid_value' },
  'unsupported-content-encoding': { ...invalid, status: 415, code: 'unsupported_content_encoding' },
  'media-missing-filename': { ...invalid, status: 400, param: 'file', code: 'missing_file_name' },
  'out-of-credit': { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  'insufficient-scope': { ...invalid, status: 403, code: 'missing_scope' },
  'job-not-found': { ...invalid, status: 404, code: 'job_not_found' },
  'payload-too-large': { ...invalid, status: 413, param: 'file', code: 'file_too_large' },
  'too-many-requests': { status: 429, type: 'requests', code: 'rate_limit_exceeded' },
  'service-unavailable': { status: 503, type: 'server_error', code: 'service_unavailable' },
  'storage-full': { status: 507, type: 'server_error', code: 'storage_full' },
  // Nothing in this dialect meets these.
  'unsupported-transcript-format': ours,
  'invalid-job-state': ours,
  'legal-hold': ours,
  'idempotency-key-reuse': ours,
  'account-not-found': ours,
  'revision-not-found': ours,
  'link-not-found': ours,
  'email-taken': ours,
  'operator-only': ours,
};

/** What the fields of this dialect are called that parameters of a submission were made of. */
const fields: Record<string, string> = {
  'options.language': 'language',
  'options.vocabulary': 'keywords',
  'options.engine': 'model',
  'options.translate': 'model',
  'options.speakers': 'response_format',
  // The words for the sandbox are in the file's name.
  'options.metadata': 'file',
  media: 'file',
};

function ofParameters(parameters: Record<string, string[]>): ErrorFacts {
  const [first = ''] = Object.keys(parameters);
  const message = Object.values(parameters).flat().join(' ');
  return { ...invalid, status: 400, param: fields[first] ?? first, message, code: 'invalid_value' };
}
