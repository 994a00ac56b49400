import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { passkeys } from '#drizzle/schema/passkeys';
import { storeChallenge, takeChallenge } from '#lib/accounts/passkeys/challenges';
import type { RelyingParty } from '#lib/accounts/passkeys/relying-party';
import { beginSession, type SessionClaims } from '#lib/accounts/sessions/begin-session';
import type { Db } from '#lib/db/connect';

/** The browser's response, as @simplewebauthn/browser returns it. */
export type PasskeyResponse = AuthenticationResponseJSON;

const responseShape = z.object({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
});

/** Parses a browser's response, in JSON; throws if it is malformed. */
export function readPasskeyResponse(json: string): PasskeyResponse {
  const { response, ...rest } = responseShape.parse(JSON.parse(json));
  const { userHandle, ...signed } = response;
  return {
    ...rest,
    clientExtensionResults: {},
    response: { ...signed, ...(userHandle !== undefined && { userHandle }) },
  };
}

/** Options to sign in with any passkey of this site, and the token that the browser returns with its response. */
export interface PasskeyRequest {
  options: PublicKeyCredentialRequestOptionsJSON;
  token: string;
}

/** Begins a sign-in with whichever passkey the person chooses in the browser. */
export async function beginPasskeySignIn(db: Db, { rpId }: RelyingParty): Promise<PasskeyRequest> {
  const options = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' });
  return { options, token: await storeChallenge(db, { challenge: options.challenge, accountId: null }) };
}

/** Begins a session, without a code, by a passkey that signed this browser's challenge; undefined if late or wrong. */
export async function signInWithPasskey(
  db: Db,
  request: {
    token: string;
    response: PasskeyResponse;
    party: RelyingParty;
    userAgent: string;
    address?: string;
  },
): Promise<SessionClaims | undefined> {
  const { token, response, party, userAgent, address } = request;
  const challenge = await takeChallenge(db, { token, accountId: null });
  if (challenge === undefined) return undefined;
  return db.transaction(async (tx) => {
    const [passkey] = await tx
      .select()
      .from(passkeys)
      .where(eq(passkeys.credentialId, response.id))
      .for('update');
    if (passkey === undefined) return undefined;
    const counter = await verify(response, challenge, party, passkey);
    if (counter === undefined) return undefined;
    await tx
      .update(passkeys)
      .set({ counter, lastUsedAt: sql`now()` })
      .where(eq(passkeys.id, passkey.id));
    const { accountId } = passkey;
    return beginSession(tx, { accountId, userAgent, address, method: 'passkey' });
  });
}

/** Returns the passkey's counter after this response; undefined for an invalid response. */
async function verify(
  response: PasskeyResponse,
  challenge: string,
  { rpId, origin }: RelyingParty,
  { credentialId, publicKey, counter }: typeof passkeys.$inferSelect,
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws on any invalid response.
    return undefined;
  }
}
