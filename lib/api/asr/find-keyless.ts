import { DialectError } from '#lib/api/dialects/dialect';
import { findAccount } from '#lib/accounts/find-account';
import type { ValidKey } from '#lib/accounts/api-keys/verify-api-key';
import type { Db } from '#lib/db/connect';
import { clientAddressHeader, isWithin, toNetwork, unnamedProxyHeader } from '#lib/net/client-address';
import { Refusal } from '#lib/refusal';
import { env } from '#lib/settings/env';

/*
 * Clients of this dialect, such as Bazarr, can't send a key, so one without a key is identified by its network.
 * Browsers are excluded: any site's page could send such a request from within that network. So are requests through
 * untrusted proxies, whose address is not the client's.
 */

/** Returns a substitute for a missing key, if the settings allow it, else undefined. Throws a `DialectError`. */
export async function findKeyless(db: Db, request: Request): Promise<ValidKey | undefined> {
  const { asrKeyless } = env();
  if (asrKeyless === undefined || request.headers.has('authorization')) return undefined;
  if (explainDenial(request) !== undefined) return undefined;
  const { id } = await findAccount(db, asrKeyless).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const detail = "The account in LONGHAND_ASR_KEYLESS doesn't exist.";
    throw new DialectError({ status: 403, detail });
  });
  return {
    // Rate limits count by client.
    ...{ id: `asr ${toNetwork(readAddress(request))}`, accountId: id },
    ...{ name: 'LONGHAND_ASR_KEYLESS', mode: 'live', scope: 'submit' },
  };
}

/** Explains why a request without a key needs one; undefined if it doesn't. */
export function explainDenial(request: Request): string | undefined {
  const { asrKeyless } = env();
  if (asrKeyless === undefined) {
    return "Send an API key as “Authorization: Bearer”. For clients that can't, the operator can list their networks in LONGHAND_ASR_KEYLESS.";
  }
  if (request.headers.get('origin') !== null || request.headers.get('sec-fetch-site') !== null) {
    return 'Requests from a browser need an API key, sent as “Authorization: Bearer”.';
  }
  if (request.headers.get(unnamedProxyHeader) !== null) {
    return 'This request came through a proxy. Requests without a key are accepted only from proxies listed in LONGHAND_TRUSTED_PROXIES.';
  }
  const address = readAddress(request);
  if (isWithin(address, asrKeyless.networks)) return undefined;
  return `Send an API key as “Authorization: Bearer”. This request came from ${address}, which isn't in any network listed in LONGHAND_ASR_KEYLESS.`;
}

function readAddress({ headers }: Request): string {
  return headers.get(clientAddressHeader) ?? 'unknown';
}
