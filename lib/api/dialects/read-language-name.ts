import { recognitionMembers } from '#lib/recognition/options/parse-options';
import { readLanguage } from '#lib/recognition/models/whisper-language';

/** The BCP 47 tag of a language that is given as a tag, or by its English name as Whisper knows it; undefined for what is none. */
export function readLanguageName(given: string): string | undefined {
  const text = given.trim().replaceAll('_', '-');
  const parsed = recognitionMembers.language.safeParse(readLanguage(text) ?? text);
  return parsed.success && typeof parsed.data === 'string' ? parsed.data : undefined;
}
