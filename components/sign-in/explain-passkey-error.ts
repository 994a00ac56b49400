import * as texts from '#messages/passkeys';

/** Explains why the browser provided no passkey. `address` is the origin where passkeys work. */
export function explainPasskeyError(error: unknown, address: string): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'SecurityError') return texts.wrongAddress({ address });
  if (name === 'NotAllowedError' || name === 'AbortError') return texts.canceled();
  if (name === 'InvalidStateError') return texts.known();
  return texts.failed();
}

/** Explains why this browser can't use passkeys here; undefined if it can. */
export function findPasskeyObstacle(address: string): string | undefined {
  if (globalThis.location.origin !== new URL(address).origin) return texts.wrongAddress({ address });
  if (!('PublicKeyCredential' in globalThis)) return texts.notSupported();
  return undefined;
}
