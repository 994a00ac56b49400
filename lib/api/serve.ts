import { z } from 'zod';
import { scopeIncludes, type ApiMode } from '#lib/accounts/api-keys/api-key';
import { type ValidKey, verifyApiKey } from '#lib/accounts/api-keys/verify-api-key';
import type { Actor } from '#lib/audit/actor';
import { jsonResponse } from '#lib/api/json-response';
import { limitRate } from '#lib/api/limits/limit-rate';
import { readBearerToken } from '#lib/api/read-bearer-token';
import { recordRequest } from '#lib/api/request-log/record-request';
import { toFaults } from '#lib/api/to-faults';
import type { Operation } from '#lib/api/v1/contract';
import { countApiRequest } from '#lib/metrics/metrics';
import { database } from '#lib/db/database';
import type { Db } from '#lib/db/connect';
import { clientAddressHeader } from '#lib/net/client-address';
import { log } from '#lib/settings/log';
import { newId } from '#lib/ids/new-id';
import { findOutage, logOutage } from '#lib/outage';
import { Refusal } from '#lib/refusal';

/** What an operation's handler is given: everything has been checked against the contract. */
export interface Call<Params extends z.ZodType, Query extends z.ZodType> {
  db: Db;
  accountId: string;
  /** Who asks: the key, from its client's address. */
  by: Actor;
  /** Whether the key works on live jobs or on those of the sandbox: handed to every verb that finds jobs. */
  mode: ApiMode;
  params: z.output<Params>;
  query: z.output<Query>;
  request: Request;
}

/** A route handler as Next calls it. */
export type Route = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined> | undefined> },
) => Promise<Response>;

/** How a revision of the API words what went wrong. */
export interface Wording {
  refused(refusal: Refusal): Response;
  defect(requestId: string): Response;
}

type Binder = <Params extends z.ZodType, Query extends z.ZodType>(
  operation: Pick<Operation<Params, Query>, 'id' | 'scope' | 'params' | 'query'>,
  handle: (call: Call<Params, Query>) => Promise<unknown>,
) => Route;

/**
 * Makes the function that binds the operations of one revision to what does them. The handler's value is sent as
 * JSON (204 for undefined) unless it is a Response already. Refusals and defects are worded by the revision; a
 * defect's answer names the request's log line. A request without a valid key is denied in any revision alike.
 */
export function serveWith(wording: Wording): Binder {
  return (operation, handle) => async (request, context) => {
    const requestId = newId();
    const started = performance.now();
    const { response, accountId, problem } = await answer({
      wording,
      operation,
      handle,
      request,
      context,
      requestId,
    });
    response.headers.set('x-request-id', requestId);
    response.headers.set('cache-control', 'private, no-store');
    const milliseconds = Math.round(performance.now() - started);
    log().info(
      { requestId, operation: operation.id, accountId, status: response.status, milliseconds },
      'request',
    );
    countApiRequest(operation.id, { status: response.status, seconds: milliseconds / 1000 });
    recordRequest(request, {
      requestId,
      status: response.status,
      durationMs: milliseconds,
      problem,
      knownParameters: listParameters(operation.query),
    });
    return response;
  };
}

function listParameters(query: z.ZodType): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}

interface Asked<Params extends z.ZodType, Query extends z.ZodType> {
  wording: Wording;
  operation: Pick<Operation<Params, Query>, 'id' | 'scope' | 'params' | 'query'>;
  handle: (call: Call<Params, Query>) => Promise<unknown>;
  request: Request;
  context: Parameters<Route>[1];
  requestId: string;
}

async function answer<Params extends z.ZodType, Query extends z.ZodType>(
  asked: Asked<Params, Query>,
): Promise<{ response: Response; accountId?: string; problem?: string }> {
  const { wording, operation, request, requestId } = asked;
  let rateHeaders: Record<string, string> = {};
  let accountId: string | undefined;
  const known = () => (accountId === undefined ? {} : { accountId });
  try {
    const { db } = database();
    const key = await authenticate(db, request);
    if (key === undefined) return { response: deniedResponse() };
    accountId = key.accountId;
    const rate = await limitRate(db, key.id);
    rateHeaders = rate.headers;
    if (rate.refusal !== undefined) throw rate.refusal;
    const value = await handled(asked, db, key);
    return { response: withHeaders(value, rateHeaders), ...known() };
  } catch (error) {
    // nginx's status for it; nobody reads the answer.
    if (error === request.signal.reason) return { response: new Response(null, { status: 499 }), ...known() };
    const outage = findOutage(error);
    if (outage !== undefined) logOutage(outage, { requestId, operation: operation.id });
    const refusal = error instanceof Refusal ? error : outage;
    if (refusal !== undefined) {
      const response = withHeaders(wording.refused(refusal), { ...rateHeaders, ...retryAfter(refusal) });
      return { response, ...known(), problem: refusal.reason.kind };
    }
    log().error({ err: error, requestId, operation: operation.id }, 'unhandled error in request');
    return { response: wording.defect(requestId), ...known() };
  }
}

async function handled<Params extends z.ZodType, Query extends z.ZodType>(
  { operation, handle, request, context }: Asked<Params, Query>,
  db: Db,
  key: ValidKey,
): Promise<Response> {
  const { accountId, mode, scope } = key;
  if (!scopeIncludes(scope, operation.scope)) {
    throw new Refusal({ kind: 'insufficient-scope', currentValue: scope, needed: operation.scope });
  }
  const given = {
    params: (await context.params) ?? {},
    query: Object.fromEntries(new URL(request.url).searchParams),
  };
  const { params, query } = parseInput(operation, given);
  const value = await handle({ db, accountId, by: toActor(key, request), mode, params, query, request });
  if (value instanceof Response) return value;
  return value === undefined ? new Response(null, { status: 204 }) : jsonResponse(value);
}

function toActor({ id, name }: ValidKey, { headers }: Request): Actor {
  const from = { address: headers.get(clientAddressHeader), userAgent: headers.get('user-agent') };
  return { kind: 'api_key', id, name, ...from };
}

function retryAfter({ reason }: Refusal): Record<string, string> {
  return reason.kind === 'service-unavailable' ? { 'retry-after': String(reason.retryAfterSeconds) } : {};
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** The answer to a request without a valid API key. */
function deniedResponse(): Response {
  return Response.json(
    { message: 'Authorization has been denied for this request.' },
    { status: 401, headers: { 'www-authenticate': 'Bearer' } },
  );
}

/** Reports every faulty parameter at once. */
function parseInput<Params extends z.ZodType, Query extends z.ZodType>(
  operation: Pick<Operation<Params, Query>, 'params' | 'query'>,
  given: { params: unknown; query: unknown },
): { params: z.output<Params>; query: z.output<Query> } {
  const params = operation.params.safeParse(given.params);
  const query = operation.query.safeParse(given.query);
  if (params.success && query.success) return { params: params.data, query: query.data };
  throw new Refusal({
    kind: 'invalid-parameters',
    parameters: { ...toFaults(params.error, ''), ...toFaults(query.error, '') },
  });
}

/** The API key that the request carries as `Authorization: Bearer`; undefined without a valid one. */
async function authenticate(db: Db, request: Request): Promise<ValidKey | undefined> {
  const key = readBearerToken(request);
  return key === undefined ? undefined : verifyApiKey(db, key);
}
