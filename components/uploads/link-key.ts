/** The form of a link's key. The server checks it, too. */
export const linkKeyForm = /^[0-9a-f]{32}$/;

/**
 * Makes a new key for a link: however often the link is submitted with it, it becomes one job. Not by `randomUUID`, which a browser
 * lacks where a page comes without HTTPS.
 */
export function newLinkKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
