import { compileMessages } from './messages/compile-messages.mjs';

/** From here on this process can import TypeScript files, and the messages that they import are compiled. Needs the packages. */
export async function loadTypeScript() {
  await compileMessages();
  const { register } = await import('tsx/esm/api');
  register();
}
