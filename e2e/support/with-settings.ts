import { test, type TestContext } from 'node:test';
import { env, type Env } from '#lib/settings/env';

/** Runs the body while this process has other settings, for functions that read settings themselves. */
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

/** Returns a `test` whose bodies run while this process has other settings: `read` provides them when each begins. */
export function testWith(
  read: () => Partial<Env> | Promise<Partial<Env>>,
): (name: string, body: (context: TestContext) => Promise<void>) => void {
  return (name, body) => void test(name, async (context) => withSettings(await read(), () => body(context)));
}
