import { env, type Env } from '#lib/settings/env';

/** Runs the body while this process has other settings, for verbs that read them themselves. */
export async function withSettings(changes: Partial<Env>, body: () => Promise<void>): Promise<void> {
  const settings = env();
  const before = { ...settings };
  Object.assign(settings, changes);
  try {
    await body();
  } finally {
    Object.assign(settings, before);
  }
}
