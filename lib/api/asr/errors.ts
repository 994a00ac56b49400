import { describeRefusal } from '#lib/api/dialects/describe-refusal';
import type { JobFailure } from '#lib/api/dialects/find-result';
import { explainDenial, findKeyless } from '#lib/api/asr/find-keyless';
import { DialectError, type Dialect } from '#lib/api/dialects/dialect';
import { readApiKey } from '#lib/api/keys/read-api-key';
import { toProblem } from '#lib/api/v1/problems/problems';
import type { ApiRefusal } from '#lib/refusal';

/** A fault of a request in FastAPI's format: its location, message and type. */
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

/** The field with the file. */
export const fileField = 'audio_file';

/** Returns the error for a request with these faults. */
export function invalid(...faults: Fault[]): DialectError<ErrorFacts> {
  return new DialectError<ErrorFacts>({ status: 422, detail: faults });
}

/** Returns a fault of a parameter. */
export function badParameter(name: string, msg: string, type: Fault['type'] = 'value_error'): Fault {
  return { type, loc: ['query', name], msg };
}

/** Returns a fault of the file. */
export function badFile(msg: string, type: Fault['type'] = 'value_error'): Fault {
  return { type, loc: ['body', fileField], msg };
}

/** The API of the Whisper ASR webservice: errors are `{"detail": …}`, and some networks need no key. */
export const asr: Dialect<ErrorFacts> = {
  contentType: 'application/json',
  body: ({ detail }) => ({ detail }),
  readKey: readApiKey,
  findWithoutKey: findKeyless,
  refused: toError,
  defect: (detail) => ({ status: 500, detail }),
  denied: (request) => {
    const detail = request.headers.has('authorization') ? undefined : explainDenial(request);
    return detail === undefined
      ? { status: 401, detail: 'The API key is unknown, revoked or expired.' }
      : { status: 403, detail };
  },
  absent: ({ status }) => ({ status, detail: status === 405 ? 'Method Not Allowed' : 'Not Found' }),
  unreadable: ({ status, detail }) => ({ status, detail }),
};

/** Converts a refusal to an error. */
function toError(refusal: ApiRefusal): ErrorFacts {
  const { reason } = refusal;
  switch (reason.kind) {
    case 'invalid-parameters':
      return { status: 422, detail: Object.entries(reason.parameters).map(toFault) };
    case 'media-missing-filename':
    case 'unsupported-media-content-type':
      return { status: 422, detail: [badFile(describeRefusal(refusal))] };
    case 'out-of-credit':
      return { status: 402, detail: describeRefusal(refusal) };
    default:
      return { status: toProblem(reason).status, detail: describeRefusal(refusal) };
  }
}

/** Maps the parameters of a submission to those of this dialect that they came from. */
const locations: Record<string, Fault['loc']> = {
  'options.language': ['query', 'language'],
  'options.vocabulary': ['query', 'hotwords'],
  'options.translate': ['query', 'task'],
  'options.speakers': ['query', 'diarize'],
  'Content-Type': ['header', 'content-type'],
};

/** In the sandbox, the words come from the file's name, and no request names an engine. */
export function toFault([name, messages]: [string, string[]]): Fault {
  return { type: 'value_error', loc: locations[name] ?? ['body', fileField], msg: messages.join(' ') };
}

/** Converts a job's failure to an error. */
export function toJobError({ reason, message }: JobFailure): DialectError<ErrorFacts> {
  switch (reason) {
    case 'unreadable':
      return invalid(badFile(message));
    case 'balance':
      return new DialectError<ErrorFacts>({ status: 402, detail: message });
    case 'canceled':
      return new DialectError<ErrorFacts>({ status: 409, detail: message });
    case 'ours':
      return new DialectError<ErrorFacts>({ status: 500, detail: message });
  }
}
