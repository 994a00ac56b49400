/**
 * The language that a model found, as BCP 47 tag: Whisper says `en`, SenseVoice `<|en|>`. Undefined where it says nothing, or
 * `nospeech`.
 */
export function readLanguage(language: string): string | undefined {
  const [, code] = /^(?:<\|)?([a-z]{2,3})(?:\|>)?$/.exec(language) ?? [];
  // Whisper says `jw` for `jv`.
  return code === undefined ? undefined : new Intl.Locale(code).toString();
}
