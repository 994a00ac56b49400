import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { passkeys } from '#drizzle/schema/passkeys';
import { emailSecurityNotice } from '#lib/accounts/email-security-notice';
import { storeChallenge, takeChallenge } from '#lib/accounts/passkeys/challenges';
import type { RelyingParty } from '#lib/accounts/passkeys/relying-party';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { invalidParameter } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

const maxNameLength = 80;

/** The browser's response, as @simplewebauthn/browser returns it. */
export type NewPasskeyResponse = RegistrationResponseJSON;

const responseShape = z.object({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string().max(5000),
    attestationObject: z.string().max(50_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

/** Parses a browser's response; throws if it is malformed. */
export function readNewPasskeyResponse(given: unknown): NewPasskeyResponse {
  const { response, ...rest } = responseShape.parse(given);
  const { transports = [], ...made } = response;
  return { ...rest, clientExtensionResults: {}, response: { ...made, transports } };
}

/** Options to create a passkey, and the token that the browser returns with its response. */
export interface PasskeyCreation {
  options: PublicKeyCredentialCreationOptionsJSON;
  token: string;
}

/** Normalizes a passkey's name to one line. Refuses an empty or too long one. */
export function parsePasskeyName(given: string): string {
  const name = given.replaceAll(/\s+/gu, ' ').trim();
  if (name !== '' && Array.from(name).length <= maxNameLength) return name;
  throw invalidParameter('name', faultTexts.keyNameLength({ max: maxNameLength }));
}

/** Begins to add a discoverable passkey that verifies the user, by a fingerprint or a PIN. */
export async function beginPasskey(
  db: Db,
  { accountId, email, party }: { accountId: string; email: string; party: RelyingParty },
): Promise<PasskeyCreation> {
  const known = await db
    .select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId));
  const options = await generateRegistrationOptions({
    rpName: 'Longhand',
    rpID: party.rpId,
    userName: email,
    userID: new TextEncoder().encode(accountId),
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options, token: await storeChallenge(db, { challenge: options.challenge, accountId }) };
}

/** Adds the passkey created by the browser with this token; `unusable` if the response is late, used or wrong. */
export async function addPasskey(
  db: Db,
  request: {
    accountId: string;
    name: string;
    token: string;
    response: NewPasskeyResponse;
    party: RelyingParty;
  } & ActedBy,
): Promise<'added' | 'unusable'> {
  const { accountId, response, party, by } = request;
  const name = parsePasskeyName(request.name);
  const challenge = await takeChallenge(db, { token: request.token, accountId });
  if (challenge === undefined) return 'unusable';
  const credential = await verifyNew(response, challenge, party);
  if (credential === undefined) return 'unusable';
  return db.transaction(async (tx) => {
    const [target] = await tx
      .insert(passkeys)
      .values({
        id: newId(),
        accountId,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: credential.transports ?? [],
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id, name: passkeys.name });
    if (target === undefined) return 'unusable';
    await recordEvent(tx, { accountId, action: 'passkey.created', by, target });
    await emailSecurityNotice(tx, { accountId, notice: 'passkeyCreated', name: target.name, by });
    return 'added';
  });
}

async function verifyNew(response: NewPasskeyResponse, challenge: string, { rpId, origin }: RelyingParty) {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    });
    return verified ? registrationInfo.credential : undefined;
  } catch {
    // The library throws on any invalid response.
    return undefined;
  }
}
