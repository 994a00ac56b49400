import { z } from 'zod';
import { toFaults } from '#lib/api/to-faults';
import { maxDeleteAfterSeconds, minDeleteAfterSeconds } from '#lib/jobs/retention/delete-after';
import type { AgainOptions } from '#lib/jobs/submit/recognize-again';
import type { JobOptions, Submission } from '#lib/jobs/submit/submit-job';
import { cleanText, maxNameLength } from '#lib/jobs/submit/media-name';
import { checkUrl } from '#lib/net/check-url';
import { netPolicy } from '#lib/net/net-policy';
import { parseRequestHeaders } from '#lib/net/request-headers';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { recognitionMembers, toRecognitionOptions } from '#lib/recognition/options/parse-options';
import type { FaultyParameters } from '#lib/refusal';

const maxUrlLength = 1024;
const maxMetadataLength = 256;
/** A recording is shorter, and its milliseconds are numbers of the database. */
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

/** The options of a job apart from recognition, by their names on the wire. */
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

/** The options of a submission, as both ways of submitting carry them. */
export type SubmissionOptions = z.output<typeof schema>;

/** The options, or the faults of each. `recognition` has the sound choices also beside faults, to be checked as well. */
export type ParsedOptions = { recognition?: RecognitionOptions | undefined } & (
  | { options: SubmissionOptions; faults?: undefined }
  | { options?: undefined; faults: FaultyParameters }
);

/** An address that the server may ask, of so many characters at most. */
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
  /** The options of an upload: whether their part may be left out, and what a `media_url` in them means. */
  ofUpload: { part: 'optional' | 'required'; mediaUrl: 'ignored' | 'refused' };
  callbackUrl: 'read' | 'ignored';
  /** The part of an upload that holds its text; ignored when left out. */
  transcript?: { maxBytes: number };
  /** Language, speakers, vocabulary and engine; ignored when left out. */
  recognition?: 'read' | 'ignored';
  /** The name, headers, when to delete the job and how to write its text; ignored when left out. */
  job?: 'read' | 'ignored';
}

/** Parses options sent as JSON text, with the media to be fetched from `media_url`. */
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

/** Parses options sent as JSON text beside an uploaded file; undefined when there are none. */
export function parseOptionsOfUpload(json: string | undefined, rules: OptionRules): ParsedOptions {
  if (json === undefined) {
    if (rules.ofUpload.part === 'optional') return { options: {} };
    return { faults: { options: ['The options part is required.'] } };
  }
  const parsed = parseJson(json);
  if (parsed.faults !== undefined) return parsed;
  // Headers belong to an address, and are ignored along with it.
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

/** Parses the choices for recognizing again from JSON, ignoring others. An empty vocabulary is a choice, too. */
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

/** Parses the members of either way of submitting; `faults` are those that were found already. */
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

/** Each member is read on its own, so that the fault of one does not hide what the others ask for. */
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

/** Known clients send the members at the top level, or below a member named options. */
function members(
  value: Record<string, unknown>,
  { callbackUrl }: Pick<OptionRules, 'callbackUrl'>,
): Record<string, unknown> {
  const { callback_url: given, ...others } = isObject(value['options']) ? value['options'] : value;
  return callbackUrl === 'read' ? { callback_url: given, ...others } : others;
}

/** Options sent as JSON text: their members by name, or what is wrong. */
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

/** A submission as the client sent it, without whose it is; media that came with it have not been measured. */
export type Draft = Omit<Submission, 'accountId'>;

/** The submission of this media with options as they were read. What is not asked for is left out. */
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

/** Turns these options into those of a job, whether its recording is uploaded or fetched. */
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

/** Turns these options into rules for writing the text; nothing to write it as it is heard. */
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
