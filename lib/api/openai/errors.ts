import { describeRefusal } from '#lib/api/dialects/describe-refusal';
import { DialectError, type Dialect } from '#lib/api/dialects/dialect';
import { readApiKey } from '#lib/api/keys/read-api-key';
import type { ApiRefusal, ApiRefusalReason } from '#lib/refusal';

/** The types by which OpenAI's clients distinguish errors. */
type ErrorType = 'invalid_request_error' | 'insufficient_quota' | 'requests' | 'server_error';

/** An error of this dialect. */
export interface ErrorFacts {
  status: number;
  message: string;
  type: ErrorType;
  /** The faulty field. */
  param?: string | undefined;
  code: string;
}

/** Returns the error for a field with an invalid value. */
export function badField(param: string, message: string, code = 'invalid_value'): DialectError<ErrorFacts> {
  return new DialectError({ status: 400, type: 'invalid_request_error', param, message, code });
}

/** Returns the error for an impossible translation; `message` says why, and `param` names the field of the engine. */
export function noTranslation(message: string, param?: string): DialectError<ErrorFacts> {
  const instead = 'Use POST /v1/audio/transcriptions for the text in the spoken language.';
  return new DialectError({
    ...{ status: 400, type: 'invalid_request_error', param, code: 'unsupported_operation' },
    message: `${message} ${instead}`,
  });
}

/** The body of an error: `{"error": {…}}`. */
function errorBody({ message, type, param, code }: ErrorFacts): {
  error: { message: string; type: string; param: string | null; code: string };
} {
  return { error: { message, type, param: param ?? null, code } };
}

/** Returns the facts of an error on our side. */
export function serverError(status: number, message: string, code = 'server_error'): ErrorFacts {
  return { status, message, type: 'server_error', code };
}

const invalid = { type: 'invalid_request_error' } as const;

/** OpenAI's API: errors are `{"error": {…}}`, and the key may come as Basic. */
export const openAi: Dialect<ErrorFacts> = {
  contentType: 'application/json',
  body: errorBody,
  // OpenAI's clients retry every 429 automatically, which is futile here.
  headers: ({ type }): Record<string, string> =>
    type === 'insufficient_quota' ? { 'x-should-retry': 'false' } : {},
  readKey: readApiKey,
  refused: toError,
  defect: (detail) => serverError(500, detail),
  denied: () => ({
    ...{ ...invalid, status: 401, code: 'invalid_api_key' },
    message:
      "Incorrect API key provided. Send one of this server's keys as “Authorization: Bearer”, or as the password of Basic authentication.",
  }),
  absent: ({ status, detail }) => {
    const code = status === 404 ? 'unknown_url' : 'method_not_allowed';
    return { ...invalid, status, message: detail, code };
  },
  unreadable: ({ status, detail }) =>
    status === 404 || status === 405
      ? openAi.absent({ status, detail }, '')
      : { ...invalid, status, message: detail, code: 'invalid_url' },
};

/** Converts a refusal to an error. */
function toError(refusal: ApiRefusal): ErrorFacts {
  const { reason } = refusal;
  if (reason.kind === 'invalid-parameters') return ofParameters(reason.parameters);
  return { ...errors[reason.kind], message: describeRefusal(refusal) };
}

const ours = { status: 500, type: 'server_error', code: 'server_error' } as const;

const errors: Record<Exclude<ApiRefusalReason['kind'], 'invalid-parameters'>, Omit<ErrorFacts, 'message'>> = {
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
  // Never raised in this dialect.
  'unsupported-transcript-format': ours,
  'invalid-job-state': ours,
  'legal-hold': ours,
  'transcript-mismatch': ours,
  'idempotency-key-reuse': ours,
};

/** Maps the parameters of a submission to the fields of this dialect that they came from. */
const fields: Record<string, string> = {
  'options.language': 'language',
  'options.vocabulary': 'keywords',
  'options.engine': 'model',
  'options.translate': 'model',
  'options.speakers': 'response_format',
  // In the sandbox, the words come from the file's name.
  'options.metadata': 'file',
  media: 'file',
};

/** Returns the error for invalid parameters of a submission, with this dialect's field names. */
export function ofParameters(parameters: Record<string, string[]>): ErrorFacts {
  const [first = ''] = Object.keys(parameters);
  const message = Object.values(parameters).flat().join(' ');
  return { ...invalid, status: 400, param: fields[first] ?? first, message, code: 'invalid_value' };
}
