import { describeRefusal } from '#lib/api/dialects/describe-refusal';
import { findRefusal } from '#lib/api/dialects/find-refusal';
import type { JobFailure } from '#lib/api/dialects/read-heard';
import type { Refusal, RefusalReason } from '#lib/refusal';

/** Something that a request has wrong, as FastAPI tells it: where it is, in words, and what kind of fault. */
export interface Fault {
  type: 'missing' | 'bool_parsing' | 'int_parsing' | 'value_error';
  loc: ['query' | 'body' | 'header', string];
  msg: string;
}

/** An error of this dialect: FastAPI's `{"detail": …}`. */
export interface ErrorFacts {
  status: number;
  detail: string | Fault[];
}

/** A request that this dialect declines with an error of its own, or a job that failed. */
export class AsrError extends Error {
  override readonly name = 'AsrError';
  readonly facts: ErrorFacts;

  constructor(facts: ErrorFacts) {
    super(typeof facts.detail === 'string' ? facts.detail : facts.detail.map(({ msg }) => msg).join(' '));
    this.facts = facts;
  }
}

/** The field of the file. */
export const fileField = 'audio_file';

/** A request with these faults. */
export function invalid(...faults: Fault[]): AsrError {
  return new AsrError({ status: 422, detail: faults });
}

/** A fault of a parameter. */
export function badParameter(name: string, msg: string, type: Fault['type'] = 'value_error'): Fault {
  return { type, loc: ['query', name], msg };
}

/** A fault of the file. */
export function badFile(msg: string, type: Fault['type'] = 'value_error'): Fault {
  return { type, loc: ['body', fileField], msg };
}

/** The response that carries an error. */
export function errorResponse({ status, detail }: ErrorFacts): Response {
  return Response.json({ detail }, { status });
}

/** The error of a request that met a defect of ours. */
export function defectError(requestId: string): ErrorFacts {
  return { status: 500, detail: `Something went wrong on our side. Request ID: ${requestId}.` };
}

/** The error that tells of a refusal. */
export function toError(refusal: Refusal): ErrorFacts {
  const { reason } = refusal;
  switch (reason.kind) {
    case 'invalid-parameters':
      return { status: 422, detail: Object.entries(reason.parameters).map(toFault) };
    case 'media-missing-filename':
    case 'unsupported-media-content-type':
      return { status: 422, detail: [badFile(describeRefusal(refusal))] };
    case 'account-not-found':
      return { status: 403, detail: "The account in LONGHAND_ASR_KEYLESS doesn't exist." };
    default:
      return { status: statuses[reason.kind], detail: describeRefusal(refusal) };
  }
}

type Rest = Exclude<
  RefusalReason['kind'],
  'invalid-parameters' | 'media-missing-filename' | 'unsupported-media-content-type' | 'account-not-found'
>;

const statuses: Record<Rest, number> = {
  'unsupported-content-encoding': 415,
  'out-of-credit': 402,
  'insufficient-scope': 403,
  'job-not-found': 404,
  'payload-too-large': 413,
  'too-many-requests': 429,
  'service-unavailable': 503,
  'storage-full': 507,
  // Nothing in this dialect meets these.
  'unsupported-transcript-format': 500,
  'invalid-job-state': 500,
  'legal-hold': 500,
  'idempotency-key-reuse': 500,
  'revision-not-found': 500,
  'link-not-found': 500,
  'email-taken': 500,
  'operator-only': 500,
};

/** What the parameters of this dialect are called that those of a submission were made of. */
const locations: Record<string, Fault['loc']> = {
  'options.language': ['query', 'language'],
  'options.vocabulary': ['query', 'hotwords'],
  'options.translate': ['query', 'task'],
  'options.speakers': ['query', 'diarize'],
  'Content-Type': ['header', 'content-type'],
};

/** The words for the sandbox are in the file's name, and no request names an engine. */
function toFault([name, messages]: [string, string[]]): Fault {
  return { type: 'value_error', loc: locations[name] ?? ['body', fileField], msg: messages.join(' ') };
}

/** The error that tells why a job failed. */
export function toJobError({ reason, message }: JobFailure): AsrError {
  switch (reason) {
    case 'unreadable':
      return invalid(badFile(message));
    case 'balance':
      return new AsrError({ status: 402, detail: message });
    case 'canceled':
      return new AsrError({ status: 409, detail: message });
    case 'ours':
      return new AsrError({ status: 500, detail: message });
  }
}

/** The error that tells of what ended an answer that has begun. */
export function explain(error: unknown, jobId: string): ErrorFacts {
  if (error instanceof AsrError) return error.facts;
  const refusal = findRefusal(error, jobId);
  if (refusal !== undefined) return toError(refusal);
  return { status: 500, detail: 'Something went wrong on our side. Try again.' };
}
