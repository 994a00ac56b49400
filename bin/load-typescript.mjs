/** From here on this process can import TypeScript files. Needs the packages. */
export async function loadTypeScript() {
  const { register } = await import('tsx/esm/api');
  register();
}
