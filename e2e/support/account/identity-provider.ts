import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The ID token's claims about the person who signs in. */
export interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
}

/** An OpenID Connect provider that signs in every visitor as `person` without asking. */
export interface Provider {
  issuer: string;
  /** The identity of the next visitor. */
  person: Person;
  close(): void;
}

/** The only client that the provider accepts. */
export const client = { id: 'longhand', secret: 'the client’s secret' };

/** Starts a provider on a free loopback port: authorization code flow with PKCE, RS256. */
export async function startProvider(): Promise<Provider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { person: Person; nonce: string; challenge: string; redirect: string }>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: Provider = {
    issuer,
    person: { sub: '', email: '', email_verified: false },
    close: () => server.close(),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: asked } = new URL(request.url ?? '/', issuer);
    if (pathname === '/.well-known/openid-configuration') return send(response, 200, discovery(issuer));
    if (pathname === '/keys') {
      const key = { ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' };
      return send(response, 200, { keys: [key] });
    }
    if (pathname === '/authorize') return authorize(asked, response);
    if (pathname === '/token') return token(request, new URLSearchParams(await text(request)), response);
    send(response, 404, {});
  }

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID();
    const redirect = asked.get('redirect_uri') ?? '';
    codes.set(code, {
      person: provider.person,
      nonce: asked.get('nonce') ?? '',
      challenge: asked.get('code_challenge') ?? '',
      redirect,
    });
    const target = new URL(redirect);
    target.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
    response.writeHead(302, { location: target.href }).end();
  }

  function token(request: IncomingMessage, form: URLSearchParams, response: ServerResponse): void {
    const begun = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const [id, secret] = readBasic(request);
    const isClient = id === client.id && secret === client.secret;
    const isSame = begun?.challenge === proof && begun.redirect === form.get('redirect_uri');
    if (!isClient || !isSame) return send(response, 400, { error: 'invalid_grant' });
    const now = Math.floor(Date.now() / 1000);
    const { nonce, person } = begun;
    const claims = { iss: issuer, aud: client.id, iat: now, exp: now + 300, nonce, ...person };
    const body = [{ alg: 'RS256', kid: 'k' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(body), privateKey).toString('base64url');
    send(response, 200, { access_token: 'a', token_type: 'Bearer', id_token: `${body}.${signature}` });
  }

  return provider;
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

function readBasic(request: IncomingMessage): string[] {
  const [, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  return Buffer.from(encoded, 'base64')
    .toString()
    .split(':')
    .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
