import { DialectError, type Dialect } from '#lib/api/dialects/dialect';
import { toProblem } from '#lib/api/v1/problems/problems';
import { env } from '#lib/settings/env';
import type { ApiRefusal, ApiRefusalReason, FaultyParameters } from '#lib/refusal';

/** A problem (RFC 7807) of one of Rev AI's types (https://docs.rev.ai/api/asynchronous, "Error handling"). */
export interface ErrorFacts {
  status: number;
  title: string;
  /** The last segment of the type's URI; left out if the status says it all. */
  type?: string;
  detail?: string;
  parameters?: FaultyParameters;
  current_value?: string;
  allowed_values?: readonly string[];
  /** In seconds. */
  current_balance?: number;
}

/** Returns the error for invalid parameters, with messages for each. */
export function badParameters(parameters: FaultyParameters): DialectError<ErrorFacts> {
  return new DialectError(toBadParameters(parameters));
}

/** Rev AI's asynchronous API: errors are problems with Rev AI's wording. */
export const revAi: Dialect<ErrorFacts> = {
  contentType: 'application/problem+json; charset=utf-8',
  body: ({ type, title, status, ...others }) => {
    const uri = type === undefined ? {} : { type: `https://www.rev.ai/api/v1/errors/${type}` };
    return { ...uri, title, status, ...others };
  },
  refused: (refusal) => toError(refusal, env().priceCentsPerMinute),
  defect: (detail) => ({ status: 500, title: 'Internal Server Error', detail }),
  denied: () => ({ status: 401, title: 'Authorization has been denied for this request' }),
  absent: ({ status, detail }, pathname) => {
    if (status === 405) return { status, title: 'Method Not Allowed', detail };
    const explained = unsupported.find(([pattern]) => pattern.test(pathname))?.[1] ?? detail;
    return { status, type: 'unsupported-api', title: 'This API is not supported', detail: explained };
  },
  unreadable: ({ status, title, detail }) =>
    status === 404 ? revAi.absent({ status, detail }, '') : { status, title, detail },
};

const unsupported: ReadonlyArray<readonly [path: RegExp, detail: string]> = [
  [/\/vocabularies(\/|$)/, "Stored vocabularies aren't available. Send custom_vocabularies with each job."],
  [/\/translation(\/|$)/, "Translation isn't available."],
  [/\/summary\/?$/, "Summaries aren't available."],
  [/\/stream\/?$/, "Live transcription isn't available. Submit a recording as a job."],
];

/** Converts a refusal to an error. */
export function toError({ reason }: ApiRefusal, priceCentsPerMinute: number): ErrorFacts {
  switch (reason.kind) {
    case 'invalid-parameters':
      return toBadParameters(reason.parameters);
    case 'media-missing-filename':
      return toBadParameters({ media: ['The media part needs a file name.'] });
    case 'job-not-found':
      return { status: 404, type: 'job-not-found', title: 'could not find job' };
    case 'out-of-credit':
      return {
        ...{ status: 403, type: 'out-of-credit', title: 'You do not have enough credits' },
        detail: toProblem(reason).detail,
        current_balance: toSeconds(reason.balanceCents, priceCentsPerMinute),
      };
    case 'insufficient-scope':
      return {
        ...{ status: 403, type: 'access-denied', title: 'Permission has been denied for this request' },
        ...{ detail: toProblem(reason).detail, current_value: reason.currentValue },
      };
    case 'invalid-job-state':
      return {
        ...{ status: 409, type: 'invalid-job-state', title: 'Job is in invalid state' },
        detail: toProblem(reason).detail,
        ...{ current_value: reason.currentValue, allowed_values: reason.allowedValues },
      };
    default:
      return ofProblem(reason);
  }
}

/** Returns how many whole seconds of a recording a balance covers; effectively unlimited if transcribing is free. */
export function toSeconds(balanceCents: number, priceCentsPerMinute: number): number {
  if (priceCentsPerMinute <= 0) return freeSeconds;
  return Math.max(0, Math.floor((balanceCents * 60) / priceCentsPerMinute));
}

/** The largest 32-bit integer, as some clients can't hold more. */
const freeSeconds = 2_147_483_647;

function ofProblem(reason: ApiRefusalReason): ErrorFacts {
  const { status, title, detail, slug } = toProblem(reason);
  return { status, title, detail, ...(slug === 'payload-too-large' ? {} : { type: slug }) };
}

/** Maps the parameters of a submission to the options of this dialect that they came from. */
const names: Record<string, string> = {
  'options.vocabulary': 'custom_vocabularies',
  'options.engine': 'transcriber',
  'options.speakers': 'speakers_count',
};

function toBadParameters(parameters: FaultyParameters): ErrorFacts {
  const renamed = Object.entries(parameters).map(([name, messages]) => [
    names[name] ?? name.replace(/^options\./, ''),
    messages,
  ]);
  return {
    ...{ status: 400, type: 'invalid-parameters', title: "Your request parameters didn't validate" },
    parameters: Object.fromEntries(renamed) as FaultyParameters,
  };
}
