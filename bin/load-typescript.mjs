import { compileMessages } from './messages/compile-messages.mjs';

/** Enables TypeScript imports in this process, and compiles the messages that they import. Needs the packages. */
export async function loadTypeScript() {
  await compileMessages();
  const { register } = await import('tsx/esm/api');
  register();
}
