import { env, type Env } from '#lib/settings/env';

/** The settings with which the servers that recognize speech translate, too. */
export function withTranslations(): Pick<Env, 'openai'> {
  const { openai } = env();
  return { openai: openai && { ...openai, translates: true } };
}
