/** The form of a link's key. The server checks it, too. */
export const linkKeyForm = /^[0-9a-f]{32}$/;

/** A new key for a link, which becomes one job however often it is sent. Without HTTPS there is no `randomUUID`. */
export function newLinkKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
