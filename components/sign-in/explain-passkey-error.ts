import * as texts from '#messages/passkeys';

/** Why the browser gave no passkey, in words. `address` is where passkeys work. */
export function explainPasskeyError(error: unknown, address: string): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'SecurityError') return texts.wrongAddress({ address });
  if (name === 'NotAllowedError' || name === 'AbortError') return texts.canceled();
  if (name === 'InvalidStateError') return texts.known();
  return texts.failed();
}

/** Why this browser can't use passkeys here, in words; undefined when it can. */
export function findPasskeyObstacle(address: string): string | undefined {
  if (globalThis.location.origin !== new URL(address).origin) return texts.wrongAddress({ address });
  if (!('PublicKeyCredential' in globalThis)) return texts.notSupported();
  return undefined;
}
