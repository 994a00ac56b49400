import { z } from 'zod';
import { toFaults } from '#lib/api/to-faults';
import { checkUrl } from '#lib/net/check-url';
import { netPolicy } from '#lib/net/net-policy';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { recognitionMembers, toRecognitionOptions } from '#lib/recognition/options/parse-options';
import type { FaultyParameters } from '#lib/refusal';

const maxUrlLength = 1024;
const maxMetadataLength = 256;

/** The options of a submission, as both ways of submitting carry them. */
export type SubmissionOptions = z.output<typeof schema>;

/**
 * Either the options, or what is wrong with each of them. `recognition` has the choices that were read without a fault,
 * also beside faults, so that those which no engine can do are reported with the others.
 */
export type ParsedOptions = { recognition?: RecognitionOptions | undefined } & (
  | { options: SubmissionOptions; faults?: undefined }
  | { options?: undefined; faults: FaultyParameters }
);

const url = z
  .string()
  .max(maxUrlLength, `A URL has ${maxUrlLength} characters at most.`)
  .superRefine((text, context) => {
    const message = faultOfUrl(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

const schema = z.object({
  media_url: url.nullish(),
  callback_url: url.nullish(),
  metadata: z
    .string()
    .refine((text) => Array.from(text).length <= maxMetadataLength, {
      error: `Metadata has ${maxMetadataLength} characters at most.`,
    })
    .refine((text) => !/[\0\p{Cs}]/u.test(text), { error: 'Metadata holds a character that is no text.' })
    .nullish(),
});

/** How a revision of the API reads the options of a submission. */
export interface OptionRules {
  /** The options of an upload: whether their part may be left out, and what a `media_url` in them means. */
  ofUpload: { part: 'optional' | 'required'; mediaUrl: 'ignored' | 'refused' };
  callbackUrl: 'read' | 'ignored';
  /** Language, speakers, vocabulary and engine; ignored when left out. */
  recognition?: 'read' | 'ignored';
}

/** Parses options sent as JSON text, with the media to be fetched from `media_url`. */
export function parseOptionsWithUrl(json: string, rules: OptionRules): ParsedOptions {
  const parsed = parseJson(json);
  if (parsed.faults !== undefined) return parsed;
  const given = members(parsed.value, rules);
  const missing = given['media_url'] === undefined || given['media_url'] === null;
  return parseMembers(given, {
    rules,
    faults: missing ? { 'options.media_url': ['The media_url is required.'] } : {},
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
  const { media_url: mediaUrl, ...given } = members(parsed.value, rules);
  const refused = mediaUrl !== undefined && mediaUrl !== null && rules.ofUpload.mediaUrl === 'refused';
  return parseMembers(given, {
    rules,
    faults: refused
      ? { 'options.media_url': ['The media_url must not be set when a file is uploaded.'] }
      : {},
  });
}

/** Parses the members of either way of submitting; `faults` are those that were found already. */
function parseMembers(
  given: Record<string, unknown>,
  { rules, faults: found }: { rules: OptionRules; faults: FaultyParameters },
): ParsedOptions {
  const result = schema.safeParse(given);
  const read = rules.recognition === 'read' ? readRecognition(given) : { faults: {} };
  const faults = { ...toFaults(result.error, 'options'), ...found, ...read.faults };
  const recognition = 'recognition' in read ? read.recognition : undefined;
  return result.success && Object.keys(faults).length === 0
    ? { options: result.data, recognition }
    : { faults, recognition };
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
function members(value: Record<string, unknown>, { callbackUrl }: OptionRules): Record<string, unknown> {
  const { callback_url: given, ...others } = isObject(value['options']) ? value['options'] : value;
  return callbackUrl === 'read' ? { callback_url: given, ...others } : others;
}

function parseJson(
  json: string,
): { value: Record<string, unknown>; faults?: undefined } | { faults: FaultyParameters } {
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) return { value };
    return { faults: { options: ['The options are a JSON object.'] } };
  } catch {
    return { faults: { options: ['The options are no valid JSON.'] } };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function faultOfUrl(text: string): string | undefined {
  return checkUrl(text, netPolicy());
}
