import { env, type Env } from '#lib/settings/env';

/** Returns the settings with which the speech recognition servers also translate. */
export function withTranslations(): Pick<Env, 'openai'> {
  const { openai } = env();
  return { openai: openai && { ...openai, translates: true } };
}
