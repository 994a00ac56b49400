import { z } from 'zod';
import {
  maxAudioTrack,
  maxPhrase,
  maxSpeakers,
  maxVocabulary,
  vocabulary,
  type AudioTracksOption,
  type RecognitionOptions,
  type SpeakersOption,
} from '#lib/recognition/options/options';
import { readLanguage } from '#lib/recognition/models/whisper-language';

/** The maximum length of a language tag in characters (RFC 5646 requires at least 35). */
export const maxLanguageTag = 35;
/** The maximum length of an engine ID in characters. */
const maxEngineId = 200;
/** Caps the faulty phrases named in a message. */
const maxNamedPhrases = 10;

const languageFault = 'language must be a BCP 47 tag such as en or pt-BR, or auto.';
const speakersFault = `speakers must be off, auto or a whole number from 1 to ${maxSpeakers}.`;
const vocabularyFault = `vocabulary must be an array of up to ${maxVocabulary} words and phrases of up to ${maxPhrase} characters each.`;
const engineFault = 'engine must be the ID of an engine listed by GET /v1/engines.';

const audioTracksFault = `audio_tracks must be auto, all or an array of track numbers from 1 to ${maxAudioTrack}.`;

const language = z.string(languageFault).transform((text, context) => {
  const tag = text.trim().toLowerCase() === 'auto' ? 'auto' : canonicalTag(text.trim());
  if (tag !== undefined) return tag;
  context.addIssue({ code: 'custom', message: languageFault });
  return z.NEVER;
});

const speakers = z.custom<SpeakersOption>(
  (given) =>
    given === 'off' ||
    given === 'auto' ||
    (typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= maxSpeakers),
  speakersFault,
);

const trackNumbers = z.array(z.int().min(1).max(maxAudioTrack)).min(1).max(maxAudioTrack);

const audioTracks = z.unknown().transform((given, context): AudioTracksOption => {
  if (given === 'auto' || given === 'all') return given;
  const numbers = trackNumbers.safeParse(given);
  if (numbers.success) return [...new Set(numbers.data)].toSorted((a, b) => a - b);
  context.addIssue({ code: 'custom', message: audioTracksFault });
  return z.NEVER;
});

const phrases = z.unknown().transform((given, context) => {
  const parsed = parseVocabulary(given);
  if (parsed.faults === undefined) return parsed.phrases;
  for (const message of parsed.faults) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** Parses a vocabulary: unique phrases with single spaces, or sentences that name the faulty ones. */
export function parseVocabulary(
  given: unknown,
): { phrases: string[]; faults?: undefined } | { phrases?: undefined; faults: string[] } {
  if (!Array.isArray(given)) return { faults: [vocabularyFault] };
  const parsed = vocabulary.safeParse(given);
  if (parsed.success) return { phrases: parsed.data };
  const faults = parsed.error.issues.slice(0, maxNamedPhrases).map(({ path: [index], code, message }) => {
    if (typeof index !== 'number') return message;
    return `Phrase ${index + 1}: ${code === 'invalid_type' ? 'A phrase must be a string.' : message}`;
  });
  return { faults };
}

/** A submission's recognition members by wire name. Null counts as left out. Vocabulary faults name the phrase. */
export const recognitionMembers = {
  language: language.nullish(),
  speakers: speakers.nullish(),
  vocabulary: phrases.nullish(),
  engine: z.string(engineFault).trim().min(1, engineFault).max(maxEngineId, engineFault).nullish(),
  audio_tracks: audioTracks.nullish(),
};

export type RecognitionMembers = {
  [Name in keyof typeof recognitionMembers]?: z.output<(typeof recognitionMembers)[Name]>;
};

/** Returns the chosen options in a fixed order, so that equal choices have equal JSON; undefined if there are none. */
export function toRecognitionOptions(
  members: RecognitionMembers & Pick<RecognitionOptions, 'translate'>,
): RecognitionOptions | undefined {
  const { language, speakers, vocabulary, engine, audio_tracks: audioTracks, translate } = members;
  const chosen: RecognitionOptions = {
    ...(language && { language }),
    ...(speakers && { speakers }),
    ...(vocabulary && vocabulary.length > 0 && { vocabulary }),
    ...(engine && { engine }),
    ...(audioTracks && { audioTracks }),
    ...(translate && { translate }),
  };
  return Object.keys(chosen).length === 0 ? undefined : chosen;
}

/** Returns a canonical language tag without extensions; undefined for invalid tags, longer language codes and `und`. */
function canonicalTag(text: string): string | undefined {
  if (text.length > maxLanguageTag) return undefined;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(text);
    if (!/^(?!und\b)[a-z]{2,3}(?:-|$)/.test(canonical)) return undefined;
    return new Intl.Locale(canonical).baseName;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the BCP 47 tag of a language given as a tag or by Whisper's English name; undefined if invalid. */
export function readLanguageName(given: string): string | undefined {
  const text = given.trim().replaceAll('_', '-');
  const parsed = recognitionMembers.language.safeParse(readLanguage(text) ?? text);
  return parsed.success && typeof parsed.data === 'string' ? parsed.data : undefined;
}
