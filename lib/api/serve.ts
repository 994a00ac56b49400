import { z } from 'zod';
import { scopeIncludes, type ApiKeyScope, type ApiMode } from '#lib/accounts/api-keys/api-key';
import {
  findApiKey,
  type FoundKey,
  type ValidKey,
  verifyApiKey,
} from '#lib/accounts/api-keys/verify-api-key';
import type { Actor } from '#lib/audit/actor';
import { noteFacts } from '#lib/access-log/request-facts';
import { DialectError, errorResponse, type Dialect } from '#lib/api/dialects/dialect';
import { jsonResponse } from '#lib/api/json-response';
import { limitRate } from '#lib/api/limits/limit-rate';
import { findKnownOwner, lookUpCredential, type KnownOwner } from '#lib/api/limits/look-up-credential';
import { readBearerToken } from '#lib/api/keys/read-api-key';
import { readRequestId } from '#lib/api/read-request-id';
import { recordRequest } from '#lib/api/request-log/record-request';
import { toFaults } from '#lib/api/to-faults';
import type { Operation } from '#lib/api/v1/contract';
import { countApiRequest } from '#lib/metrics/metrics';
import { database } from '#lib/db/database';
import type { Db } from '#lib/db/connect';
import { clientAddressHeader } from '#lib/net/client-address';
import { log } from '#lib/settings/log';
import { findRefusal } from '#lib/outage';
import { isApiRefusal, Refusal } from '#lib/refusal';

/** The arguments of an operation's handler, validated against the contract. */
export interface Call<Params extends z.ZodType, Query extends z.ZodType, Found = undefined> {
  db: Db;
  accountId: string;
  /** The key that makes the request, with its client's address and user agent. */
  by: Actor;
  /** The key's mode, live or sandbox, for every verb that finds jobs. */
  mode: ApiMode;
  /** The key's scope, which includes the operation's. */
  scope: ApiKeyScope;
  params: z.output<Params>;
  query: z.output<Query>;
  request: Request;
  /** Response headers, also sent if the handler fails. */
  answerHeaders: Record<string, string>;
  /** The result of the query that verified the key. */
  found: Found;
}

/** Finds an operation's subject in the query that verifies the key (SHA-256 in hex); undefined without a valid key. */
export type FindWithKey<Params, Found> = (
  db: Db,
  asked: { sha256: string; params: Params },
) => Promise<{ key: FoundKey; found: Found } | undefined>;

/** A route handler as called by Next. */
export type Route = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined> | undefined> },
) => Promise<Response>;

type Bound<Params extends z.ZodType, Query extends z.ZodType> = Pick<
  Operation<Params, Query>,
  'id' | 'scope' | 'params' | 'query'
>;

interface Binder {
  <Params extends z.ZodType, Query extends z.ZodType>(
    operation: Bound<Params, Query>,
    handle: (call: Call<Params, Query>) => Promise<unknown>,
  ): Route;
  <Params extends z.ZodType, Query extends z.ZodType, Found>(
    operation: Bound<Params, Query>,
    handle: (call: Call<Params, Query, Found>) => Promise<unknown>,
    find: FindWithKey<z.output<Params>, Found>,
  ): Route;
}

/** Binds a dialect's operations: values are sent as JSON, undefined as 204. The dialect words refusals and defects. */
export function serveWith(dialect: Dialect): Binder {
  return <Params extends z.ZodType, Query extends z.ZodType, Found>(
    operation: Bound<Params, Query>,
    handle: (call: Call<Params, Query, Found>) => Promise<unknown>,
    // The types require another function if the handler uses what was found.
    find: FindWithKey<z.output<Params>, Found> = findKeyAlone as FindWithKey<unknown, Found>,
  ): Route => {
    const knownParameters = listParameters(operation.query);
    return async (request, context) => {
      const requestId = readRequestId(request);
      const started = performance.now();
      const { response, accountId, problem } = await answer({
        ...{ dialect, operation, handle, find, request, context, requestId },
      });
      response.headers.set('x-request-id', requestId);
      response.headers.set('cache-control', 'private, no-store');
      const milliseconds = Math.round(performance.now() - started);
      const { status } = response;
      noteFacts(requestId, { operation: operation.id, accountId });
      countApiRequest(operation.id, { status, seconds: milliseconds / 1000 });
      recordRequest(request, { requestId, status, durationMs: milliseconds, problem, knownParameters });
      return response;
    };
  };
}

async function findKeyAlone(
  db: Db,
  { sha256 }: { sha256: string },
): Promise<{ key: FoundKey; found: undefined } | undefined> {
  const verified = await findApiKey(db, sha256);
  return verified && { ...verified, found: undefined };
}

function listParameters(query: z.ZodType): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}

interface Asked<Params extends z.ZodType, Query extends z.ZodType, Found> {
  dialect: Dialect;
  operation: Bound<Params, Query>;
  handle: (call: Call<Params, Query, Found>) => Promise<unknown>;
  find: FindWithKey<z.output<Params>, Found>;
  request: Request;
  context: Parameters<Route>[1];
  requestId: string;
}

async function answer<Params extends z.ZodType, Query extends z.ZodType, Found>(
  asked: Asked<Params, Query, Found>,
): Promise<{ response: Response; accountId?: string; problem?: string }> {
  const { dialect, operation, request, requestId } = asked;
  let rateHeaders: Record<string, string> = {};
  const answerHeaders: Record<string, string> = {};
  let accountId: string | undefined;
  const known = () => (accountId === undefined ? {} : { accountId });
  try {
    const { db } = database();
    const params = operation.params.safeParse((await asked.context.params) ?? {});
    const count = async (owner: KnownOwner) => {
      accountId = owner.accountId;
      const rate = await limitRate(db, owner.id);
      rateHeaders = rate.headers;
      if (rate.refusal !== undefined) throw rate.refusal;
    };
    const verified = await authenticate(db, asked, params, count);
    if (verified === undefined) return { response: errorResponse(dialect, dialect.denied(request)) };
    const value = await handled(asked, { db, params, ...verified, answerHeaders });
    return { response: withHeaders(value, { ...rateHeaders, ...answerHeaders }), ...known() };
  } catch (error) {
    // nginx's status for a client that has disconnected; nobody reads the response.
    if (error === request.signal.reason) return { response: new Response(null, { status: 499 }), ...known() };
    if (error instanceof DialectError) {
      const declined = errorResponse(dialect, error.facts as { status: number });
      return { response: withHeaders(declined, { ...rateHeaders, ...answerHeaders }), ...known() };
    }
    const refusal = findRefusal(error, { requestId, operation: operation.id });
    if (refusal !== undefined && isApiRefusal(refusal)) {
      const headers = { ...rateHeaders, ...answerHeaders, ...explainRefusal(refusal) };
      const response = errorResponse(dialect, dialect.refused(refusal));
      return { response: withHeaders(response, headers), ...known(), problem: refusal.reason.kind };
    }
    log().error({ err: error, requestId, operation: operation.id }, 'unhandled error in request');
    const response = errorResponse(dialect, dialect.defect(describeDefect(requestId)));
    return { response: withHeaders(response, answerHeaders), ...known() };
  }
}

async function handled<Params extends z.ZodType, Query extends z.ZodType, Found>(
  { operation, handle, request }: Asked<Params, Query, Found>,
  {
    db,
    key,
    params,
    found,
    answerHeaders,
  }: {
    db: Db;
    key: ValidKey;
    params: z.ZodSafeParseResult<z.output<Params>>;
    found: Found;
    answerHeaders: Record<string, string>;
  },
): Promise<Response> {
  const { accountId, mode, scope } = key;
  if (!scopeIncludes(scope, operation.scope)) {
    throw new Refusal({ kind: 'insufficient-scope', currentValue: scope, needed: operation.scope });
  }
  refuseCompressed(request);
  const query = operation.query.safeParse(readQuery(request));
  // Reports all invalid parameters at once.
  if (!params.success || !query.success) {
    const parameters = { ...toFaults(params.error, ''), ...toFaults(query.error, '') };
    throw new Refusal({ kind: 'invalid-parameters', parameters });
  }
  const given = { params: params.data, query: query.data, request, answerHeaders, found };
  const value = await handle({ db, accountId, by: toActor(key, request), mode, scope, ...given });
  if (value instanceof Response) return value;
  return value === undefined ? new Response(null, { status: 204 }) : jsonResponse(value);
}

function readQuery({ url }: Request): Record<string, string> {
  return url.includes('?') ? Object.fromEntries(new URL(url).searchParams) : {};
}

function toActor({ id, name }: ValidKey, { headers }: Request): Actor {
  const from = { address: headers.get(clientAddressHeader), userAgent: headers.get('user-agent') };
  return { kind: 'api_key', id, name, ...from };
}

/** Returns the headers that explain a refusal (RFC 9110, 10.2.3 and 12.5.3). */
function explainRefusal({ reason }: Refusal): Record<string, string> {
  if (reason.kind === 'unsupported-content-encoding') return { 'accept-encoding': 'identity' };
  return 'retryAfterSeconds' in reason ? { 'retry-after': String(reason.retryAfterSeconds) } : {};
}

/** Refuses compressed bodies: a few bytes would cost as much as the largest upload. Ignores unknown codings. */
function refuseCompressed({ headers, body }: Request): void {
  const currentValue = headers.get('content-encoding') ?? '';
  const codings = currentValue.split(',').map((coding) => coding.trim().toLowerCase());
  if (body !== null && codings.some((coding) => compressions.has(coding))) {
    throw new Refusal({ kind: 'unsupported-content-encoding', currentValue: currentValue.slice(0, 255) });
  }
}

/** The registered content codings that compress (RFC 9110, 8.4.1; RFC 7932; RFC 8878). */
const compressions: ReadonlySet<string> = new Set([
  ...['gzip', 'x-gzip', 'deflate', 'compress', 'x-compress', 'br', 'zstd', 'dcb', 'dcz'],
]);

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Returns the message about a defect, with the request's ID in the log. */
export function describeDefect(requestId: string): string {
  return `Something went wrong on our side. Request ID: ${requestId}.`;
}

/** Returns the key and what is found with it; undefined if invalid. Known keys are counted before the lookup. */
async function authenticate<Params extends z.ZodType, Query extends z.ZodType, Found>(
  db: Db,
  { request, find, dialect }: Asked<Params, Query, Found>,
  params: z.ZodSafeParseResult<z.output<Params>>,
  count: (owner: KnownOwner) => Promise<void>,
): Promise<{ key: ValidKey; found: Found } | undefined> {
  const apiKey = (dialect.readKey ?? readBearerToken)(request);
  if (apiKey === undefined) {
    const key = await dialect.findWithoutKey?.(db, request);
    if (key !== undefined) await count(key);
    // Routes that look something up by key require one.
    return key && { key, found: undefined as Found };
  }
  return verifyApiKey(db, apiKey, async (sha256) => {
    const credential = { kind: 'key', secret: sha256 } as const;
    const known = findKnownOwner(credential);
    if (known !== undefined) await count(known);
    // With invalid parameters, nothing is looked up and the handler isn't called.
    const any = findKeyAlone as FindWithKey<unknown, Found>;
    const found = await lookUpCredential(
      { ...credential, address: request.headers.get(clientAddressHeader) ?? 'unknown' },
      () =>
        params.success ? find(db, { sha256, params: params.data }) : any(db, { sha256, params: undefined }),
      ({ key: { id, accountId } }) => ({ id, accountId }),
    );
    if (found !== undefined && known === undefined) await count(found.key);
    return found;
  });
}
