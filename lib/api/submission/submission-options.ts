import { z } from 'zod';
import { toFaults } from '#lib/api/to-faults';
import { maxDeleteAfterSeconds, minDeleteAfterSeconds } from '#lib/jobs/retention/delete-after';
import type { AgainOptions } from '#lib/jobs/submit/recognize-again';
import type { JobOptions, Submission } from '#lib/jobs/submit/submission';
import { cleanText, maxNameLength } from '#lib/jobs/submit/media-name';
import { checkUrl, maxUrlLength } from '#lib/net/check-url';
import { netPolicy } from '#lib/net/net-policy';
import { parseRequestHeaders } from '#lib/net/request-headers';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { recognitionMembers, toRecognitionOptions } from '#lib/recognition/options/parse-options';
import type { FaultyParameters } from '#lib/refusal';

const maxMetadataLength = 256;
/** Exceeds any recording, and its milliseconds fit the database's integers. */
const maxSeconds = 1_000_000;
const deleteAfterFault = `delete_after_seconds must be a whole number from ${minDeleteAfterSeconds} to ${maxDeleteAfterSeconds}.`;

const flag = (name: string) => z.boolean(`${name} must be true or false.`).nullish();

const headers = z.unknown().transform((given, context) => {
  if (given === undefined || given === null) return undefined;
  const parsed = parseRequestHeaders(given);
  if (parsed.faults === undefined) return parsed.headers;
  for (const message of parsed.faults) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** The options of a job except recognition, by their names on the wire. */
export const jobMembers = z.object({
  name: z
    .string('name must be a string.')
    .refine((text) => Array.from(text).length <= maxNameLength, {
      error: `name is limited to ${maxNameLength} characters.`,
    })
    .refine((text) => cleanText(text) !== '', { error: 'name must contain at least one visible character.' })
    .nullish(),
  delete_after_seconds: z
    .int(deleteAfterFault)
    .min(minDeleteAfterSeconds, deleteAfterFault)
    .max(maxDeleteAfterSeconds, deleteAfterFault)
    .nullish(),
  media_url_headers: headers,
  callback_headers: headers,
  filter_profanity: flag('filter_profanity'),
  remove_disfluencies: flag('remove_disfluencies'),
  skip_punctuation: flag('skip_punctuation'),
});

/** The options of a submission, as in both ways of submitting. */
export type SubmissionOptions = z.output<typeof schema>;

/** The options, or the faults of each. `recognition` has the valid options even with faults, to check them too. */
export type ParsedOptions = { recognition?: RecognitionOptions | undefined } & (
  | { options: SubmissionOptions; faults?: undefined }
  | { options?: undefined; faults: FaultyParameters }
);

/** Returns the schema of a URL that the server may request, with a maximum length in characters. */
export function urlMember(maxLength: number): z.ZodString {
  return z
    .string()
    .max(maxLength, `A URL is limited to ${maxLength} characters.`)
    .superRefine((text, context) => {
      const message = checkUrl(text, netPolicy());
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });
}

const url = urlMember(maxUrlLength);

const schema = jobMembers.partial().extend({
  media_url: url.nullish(),
  callback_url: url.nullish(),
  metadata: z
    .string()
    .refine((text) => Array.from(text).length <= maxMetadataLength, {
      error: `metadata is limited to ${maxMetadataLength} characters.`,
    })
    .refine((text) => !/[\0\p{Cs}]/u.test(text), { error: 'metadata contains an invalid character.' })
    .nullish(),
});

/** Rules of a revision of the API for the options of a submission. */
export interface OptionRules {
  /** The options of an upload: `part` says if they are required, `mediaUrl` how a `media_url` in them is handled. */
  ofUpload: { part: 'optional' | 'required'; mediaUrl: 'ignored' | 'refused' };
  callbackUrl: 'read' | 'ignored';
  /** The part of an upload with its text; ignored if left out. */
  transcript?: { maxBytes: number };
  /** Language, speakers, vocabulary and engine; ignored if left out. */
  recognition?: 'read' | 'ignored';
  /** The name, headers, deletion time and text options; ignored if left out. */
  job?: 'read' | 'ignored';
}

/** Parses options in JSON, with the media at `media_url`. */
export function parseOptionsWithUrl(json: string, rules: OptionRules): ParsedOptions {
  const parsed = parseJson(json);
  if (parsed.faults !== undefined) return parsed;
  const given = members(parsed.value, rules);
  const missing = given['media_url'] === undefined || given['media_url'] === null;
  return parseMembers(given, {
    rules,
    faults: missing ? { 'options.media_url': ['media_url is required.'] } : {},
  });
}

/** Parses options in JSON beside an uploaded file; undefined if there are none. */
export function parseOptionsOfUpload(json: string | undefined, rules: OptionRules): ParsedOptions {
  if (json === undefined) {
    if (rules.ofUpload.part === 'optional') return { options: {} };
    return { faults: { options: ['The options part is required.'] } };
  }
  const parsed = parseJson(json);
  if (parsed.faults !== undefined) return parsed;
  // Headers belong to the URL, and are ignored with it.
  const { media_url: mediaUrl, media_url_headers: _, ...given } = members(parsed.value, rules);
  const refused = mediaUrl !== undefined && mediaUrl !== null && rules.ofUpload.mediaUrl === 'refused';
  return parseMembers(given, {
    rules,
    faults: refused ? { 'options.media_url': ['media_url must not be set when a file is uploaded.'] } : {},
  });
}

const taskFault = 'task must be recognize or speakers.';
const passageFault = 'passage must have start and end in seconds, such as { "start": 80, "end": 105.5 }.';
const seconds = z.number(passageFault).min(0, passageFault).max(maxSeconds, passageFault);

const partMembers = {
  task: z.enum(['recognize', 'speakers'], taskFault).nullish(),
  passage: z
    .strictObject({ start: seconds, end: seconds }, passageFault)
    .transform(({ start, end }) => ({ startMs: Math.round(start * 1000), endMs: Math.round(end * 1000) }))
    .nullish(),
};

/** Parses the options for recognizing again from JSON, ignoring others. An empty vocabulary counts as given. */
export function parseRecognition(json: string): AgainOptions & { faults?: FaultyParameters } {
  const parsed = parseJson(json);
  if (parsed.faults !== undefined) return parsed;
  const given = members(parsed.value, { callbackUrl: 'ignored' });
  const { recognition: chosen, faults } = readRecognition(given);
  const isEmpty = Array.isArray(given['vocabulary']) && given['vocabulary'].length === 0;
  const recognition = isEmpty ? { ...chosen, vocabulary: [] } : chosen;
  const task = partMembers.task.safeParse(given['task']);
  const passage = partMembers.passage.safeParse(given['passage']);
  if (!task.success) faults['options.task'] = [taskFault];
  if (!passage.success) faults['options.passage'] = [passageFault];
  const read = { recognition, task: task.data ?? undefined, passage: passage.data ?? undefined };
  return Object.keys(faults).length === 0 ? read : { ...read, faults };
}

/** Parses the members of either way of submitting; `faults` are those already found. */
function parseMembers(
  given: Record<string, unknown>,
  { rules, faults: found }: { rules: OptionRules; faults: FaultyParameters },
): ParsedOptions {
  const result = schema.safeParse(rules.job === 'read' ? given : withoutJobMembers(given));
  const read = rules.recognition === 'read' ? readRecognition(given) : { faults: {} };
  const faults = { ...toFaults(result.error, 'options'), ...found, ...read.faults };
  if (result.data?.callback_headers !== undefined && !result.data.callback_url) {
    faults['options.callback_headers'] = ['callback_headers requires a callback_url.'];
  }
  const recognition = 'recognition' in read ? read.recognition : undefined;
  return result.success && Object.keys(faults).length === 0
    ? { options: result.data, recognition }
    : { faults, recognition };
}

function withoutJobMembers(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(jobMembers.shape, name)));
}

/** Parses each member separately, so that a fault of one doesn't hide the others. */
function readRecognition(given: Record<string, unknown>): {
  recognition: RecognitionOptions | undefined;
  faults: FaultyParameters;
} {
  const members: Record<string, unknown> = {};
  const faults: FaultyParameters = {};
  for (const [name, member] of Object.entries(recognitionMembers)) {
    const result = member.safeParse(given[name]);
    if (result.success) members[name] = result.data;
    else Object.assign(faults, toFaults(result.error, `options.${name}`));
  }
  return { recognition: toRecognitionOptions(members), faults };
}

/** Known clients send the members at the top level, or nested in a member named options. */
function members(
  value: Record<string, unknown>,
  { callbackUrl }: Pick<OptionRules, 'callbackUrl'>,
): Record<string, unknown> {
  const { callback_url: given, ...others } = isObject(value['options']) ? value['options'] : value;
  return callbackUrl === 'read' ? { callback_url: given, ...others } : others;
}

/** Parses options in JSON: their members by name, or their faults. */
export function parseJson(
  json: string,
): { value: Record<string, unknown>; faults?: undefined } | { faults: FaultyParameters } {
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) return { value };
    return { faults: { options: ['options must be a JSON object.'] } };
  } catch {
    return { faults: { options: ['options is not valid JSON.'] } };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A submission as sent, without its account; an uploaded file is not measured yet. */
export type Draft = Omit<Submission, 'accountId'>;

/** Returns the submission of this media with the parsed options, without unset ones. */
export function toDraft(
  media: Draft['media'],
  options: SubmissionOptions,
  recognition: RecognitionOptions | undefined,
): Draft {
  return {
    media,
    callbackUrl: options.callback_url ?? undefined,
    metadata: options.metadata ?? undefined,
    ...toJobOptions(options, recognition),
    ...(options.media_url_headers && { mediaHeaders: options.media_url_headers }),
    ...(options.callback_headers && { callbackHeaders: options.callback_headers }),
  };
}

/** Converts these options to those of a job, uploaded or fetched. */
export function toJobOptions(
  options: SubmissionOptions,
  recognition: RecognitionOptions | undefined,
): JobOptions {
  return {
    recognition,
    ...(options.name && { name: options.name }),
    ...(options.delete_after_seconds && { deleteAfterSeconds: options.delete_after_seconds }),
    ...toTextOptions(options),
  };
}

/** Converts these options to rules for writing the text; empty if it is written as heard. */
export function toTextOptions({
  filter_profanity,
  remove_disfluencies,
  skip_punctuation,
}: Pick<SubmissionOptions, 'filter_profanity' | 'remove_disfluencies' | 'skip_punctuation'>): Pick<
  JobOptions,
  'textOptions'
> {
  if (!filter_profanity && !remove_disfluencies && !skip_punctuation) return {};
  return {
    textOptions: {
      ...(filter_profanity && { filterProfanity: true }),
      ...(remove_disfluencies && { removeDisfluencies: true }),
      ...(skip_punctuation && { skipPunctuation: true }),
    },
  };
}
