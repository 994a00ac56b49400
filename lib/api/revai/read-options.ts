import { z } from 'zod';
import { machineTranscribers, maxMetadata, maxUrl, type OptionName } from '#lib/api/revai/contract';
import { badParameters } from '#lib/api/revai/errors';
import { jobMembers, toTextOptions, urlMember } from '#lib/api/submission/submission-options';
import { toFaults } from '#lib/api/to-faults';
import type { Submission } from '#lib/jobs/submit/submission';
import type { RequestHeaders } from '#lib/net/request-headers';
import { maxSpeakers } from '#lib/recognition/options/options';
import {
  parseVocabulary,
  recognitionMembers,
  toRecognitionOptions,
} from '#lib/recognition/options/parse-options';
import type { FaultyParameters } from '#lib/refusal';

/** The options of a submission, converted for our own verbs. */
export interface ReadOptions {
  /** The address of the media; undefined if no option gives one. */
  source: { mediaUrl: string; mediaHeaders: RequestHeaders | undefined } | undefined;
  submission: Omit<Submission, 'accountId' | 'media' | 'mediaHeaders'>;
}

const url = urlMember(maxUrl);

const endpoint = (name: string) =>
  z.object(
    { url, auth_headers: jobMembers.shape.media_url_headers.optional() },
    `${name} must be an object with a url and, optionally, auth_headers.`,
  );

const flag = (name: string) => z.boolean(`${name} must be true or false.`);
const only = (value: boolean, message: string) => z.literal(value, message);
const refused = (message: string) => z.null(message);
const count = (name: string, max: number) => {
  const message = `${name} must be a whole number from 1 to ${max}.`;
  return z.int(message).min(1, message).max(max, message);
};

const metadata = z
  .string('metadata must be a string.')
  .refine(
    (text) => Array.from(text).length <= maxMetadata,
    `metadata is limited to ${maxMetadata} characters.`,
  )
  .refine((text) => !/[\0\p{Cs}]/u.test(text), 'metadata contains an invalid character.');

const vocabulariesFault = 'custom_vocabularies must be an array of objects, each with an array of phrases.';
const vocabularies = z
  .array(z.object({ phrases: z.array(z.unknown(), vocabulariesFault) }, vocabulariesFault), vocabulariesFault)
  .transform((given, context) => {
    const parsed = parseVocabulary(given.flatMap(({ phrases }) => phrases));
    if (parsed.faults === undefined) return parsed.phrases;
    for (const message of parsed.faults) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const transcriber = z
  .string('transcriber must be machine or the ID of an engine.')
  .refine((name) => name !== 'human', "Human transcription isn't available. Set transcriber to machine.");

const byHand = "This requires human transcription, which isn't available.";

/** The parsers of each option that is neither null nor left out. */
const members = {
  source_config: endpoint('source_config'),
  media_url: url,
  notification_config: endpoint('notification_config'),
  callback_url: url,
  metadata,
  delete_after_seconds: jobMembers.shape.delete_after_seconds,
  language: recognitionMembers.language,
  skip_diarization: flag('skip_diarization'),
  speakers_count: count('speakers_count', maxSpeakers),
  custom_vocabularies: vocabularies,
  filter_profanity: jobMembers.shape.filter_profanity,
  remove_disfluencies: jobMembers.shape.remove_disfluencies,
  skip_punctuation: jobMembers.shape.skip_punctuation,
  transcriber,
  verbatim: only(true, 'Transcripts are always verbatim. Use remove_disfluencies to leave out hesitations.'),
  rush: only(false, byHand),
  test_mode: only(false, "test_mode isn't available. To test for free, use a sandbox key (lh_test_…)."),
  skip_postprocessing: only(false, 'Text is always post-processed. Use skip_punctuation instead.'),
  speaker_channels_count: count('speaker_channels_count', 8),
  diarization_type: z.enum(['standard', 'premium'], 'diarization_type must be standard or premium.'),
  strict_custom_vocabulary: flag('strict_custom_vocabulary'),
  remove_atmospherics: flag('remove_atmospherics'),
  forced_alignment: flag('forced_alignment'),
  custom_vocabulary_id: refused(
    "Stored vocabularies aren't available. Send the phrases as custom_vocabularies.",
  ),
  segments_to_transcribe: refused(byHand),
  speaker_names: refused(byHand),
  summarization_config: refused("Summaries aren't available."),
  translation_config: refused("Translation isn't available."),
} satisfies Record<OptionName, z.ZodType>;

type Options = { [Name in OptionName]?: z.output<(typeof members)[Name]> };

/** Options that jobs show as given. Those in a `…_config` are never shown. */
const shownNames: readonly OptionName[] = [
  ...(['media_url', 'callback_url', 'delete_after_seconds', 'language', 'skip_diarization'] as const),
  ...(['speakers_count', 'filter_profanity', 'remove_disfluencies', 'skip_punctuation'] as const),
  ...(['transcriber', 'verbatim', 'rush', 'speaker_channels_count', 'diarization_type'] as const),
  ...(['strict_custom_vocabulary', 'remove_atmospherics', 'forced_alignment'] as const),
];

/** Parses the options of a submission. Throws a `DialectError` that names every invalid one. */
export function readOptions(
  all: Readonly<Record<string, unknown>>,
  { isUpload }: { isUpload: boolean },
): ReadOptions {
  // An uploaded file is the source.
  const { media_url, source_config, ...others } = all;
  const given = isUpload ? others : { media_url, source_config, ...others };
  const { options, faults } = parseMembers(given);
  Object.assign(faults, findConflicts(given, { isUpload }));
  if (Object.keys(faults).length > 0) throw badParameters(faults);
  return { source: toSource(options), submission: toSubmission(options, given) };
}

function parseMembers(given: Readonly<Record<string, unknown>>): {
  options: Options;
  faults: FaultyParameters;
} {
  const options: Record<string, unknown> = {};
  const faults: FaultyParameters = {};
  for (const [name, member] of Object.entries(members)) {
    const value = given[name];
    if (value === undefined || value === null) continue;
    const result = member.safeParse(value);
    if (result.success) options[name] = result.data;
    else Object.assign(faults, toFaults(result.error, name));
  }
  return { options, faults };
}

function findConflicts(
  given: Readonly<Record<string, unknown>>,
  { isUpload }: { isUpload: boolean },
): FaultyParameters {
  const has = (name: OptionName): boolean => given[name] !== undefined && given[name] !== null;
  const faults: FaultyParameters = {};
  if (!isUpload && !has('source_config') && !has('media_url')) {
    faults['source_config'] = ['source_config is required.'];
  }
  const exclusive: ReadonlyArray<readonly [OptionName, OptionName]> = [
    ['media_url', 'source_config'],
    ['callback_url', 'notification_config'],
    ['speakers_count', 'speaker_channels_count'],
  ];
  for (const [one, other] of exclusive) {
    if (has(one) && has(other)) faults[one] = [`Send either ${one} or ${other}, not both.`];
  }
  if (has('speakers_count') && given['skip_diarization'] === true) {
    faults['speakers_count'] = ['Send either speakers_count or skip_diarization, not both.'];
  }
  return faults;
}

function toSource({ source_config: config, media_url }: Options): ReadOptions['source'] {
  const mediaUrl = config?.url ?? media_url;
  return mediaUrl === undefined ? undefined : { mediaUrl, mediaHeaders: config?.auth_headers };
}

function toSubmission(options: Options, given: Readonly<Record<string, unknown>>): ReadOptions['submission'] {
  const { transcriber: engine, skip_diarization, speaker_channels_count: channels } = options;
  const { notification_config: notification } = options;
  const recognition = toRecognitionOptions({
    language: options.language,
    // Each channel is one speaker then, unless speakers are not distinguished at all.
    speakers: skip_diarization && channels === undefined ? 'off' : options.speakers_count,
    vocabulary: options.custom_vocabularies,
    engine: engine === undefined || machineTranscribers.includes(engine) ? undefined : engine,
  });
  const shown = shownNames.flatMap((name) => (options[name] === undefined ? [] : [[name, given[name]]]));
  return {
    callbackUrl: notification?.url ?? options.callback_url,
    callbackHeaders: notification?.auth_headers,
    metadata: options.metadata,
    deleteAfterSeconds: options.delete_after_seconds ?? undefined,
    recognition,
    ...toTextOptions(options),
    dialect: { name: 'revai', shown: Object.fromEntries(shown) as Record<string, unknown> },
  };
}
