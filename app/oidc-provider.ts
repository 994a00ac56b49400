import type { Profile } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { z } from 'zod';
import type { OidcSettings } from '#lib/settings/env';

const timeoutMs = 10_000;

const claims = z.object({
  iss: z.string().min(1).max(2000),
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.unknown(),
});

/** The claims read from an ID token. */
export type OidcClaims = z.output<typeof claims>;

/** Parses a provider's claims. Throws if they don't identify a person. */
export function readOidcClaims(given: unknown): OidcClaims {
  return claims.parse(given);
}

/** A next-auth provider. Some send the email address in the ID token, others on request. */
export function oidcProvider({
  issuer,
  clientId,
  clientSecret,
  name,
}: OidcSettings): OAuthConfig<OidcClaims> {
  return {
    id: 'oidc',
    type: 'oauth',
    name,
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    authorization: { params: { scope: 'openid email' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    httpOptions: { timeout: timeoutMs },
    userinfo: {
      async request({ client, tokens }) {
        const claimed = readPayload(tokens.id_token);
        if (claimed.email !== undefined || client.issuer.metadata.userinfo_endpoint === undefined)
          return claimed;
        const more = await client.userinfo(tokens.access_token ?? '');
        if (more.sub !== claimed.sub) throw new Error("the provider's responses name two different users");
        return { ...more, ...claimed };
      },
    },
    profile: ({ sub }) => ({ id: sub, sessionId: '' }),
  };
}

/** next-auth has already verified the token. */
function readPayload(idToken: string | undefined): Profile {
  return JSON.parse(Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString()) as Profile;
}
