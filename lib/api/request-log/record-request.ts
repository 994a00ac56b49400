import { hashApiKey } from '#lib/accounts/api-keys/api-keys';
import { readApiKey } from '#lib/api/keys/read-api-key';
import { findNotes } from '#lib/api/request-log/request-notes';
import { storeRequests, trimRequests, type RecordedRequest } from '#lib/api/request-log/store-requests';
import { database } from '#lib/db/database';
import { log } from '#lib/settings/log';
import { perProcess } from '#lib/per-process';

/* The request log is written in batches in the background; failed and surplus writes are dropped. */

const flushAfterMs = 1000;

const maxPending = 5000;

/** Limit of requests without a valid key, which anyone can send in any number. */
const maxPendingDenied = 1000;

/** An account's log may exceed its limit by this many requests before it is trimmed again. */
const trimEvery = 500;

interface Pending {
  requests: RecordedRequest[];
  dropped: number;
  timer?: NodeJS.Timeout | undefined;
  writing: Promise<void>;
  storedSinceTrim: Map<string, number>;
}

/** Facts of a response that its request doesn't contain. */
export interface AnsweredRequest {
  requestId: string;
  status: number;
  durationMs: number;
  /** The kind of refusal in the response. */
  problem?: string | undefined;
  knownParameters?: readonly string[];
}

const maxLength = 300;

const harmlessValue = /^[\w.,:-]{1,64}$/;

/** Longhand's own secrets, wherever they appear by mistake. */
const secrets = /(lh_(?:live|test)_)\w+|(whsec_)[\w+/=%-]+/g;

/** Records a request and its response in the log of its key's account; ignores requests without a key. */
export function recordRequest(request: Request, answered: AnsweredRequest): void {
  const key = readApiKey(request);
  if (key === undefined) return;
  const pending = getPending();
  const { requestId, status, durationMs, problem, knownParameters = [] } = answered;
  const isDenied = status === 401 || status === 404 || status === 405;
  if (pending.requests.length >= (isDenied ? maxPendingDenied : maxPending)) {
    pending.dropped += 1;
    return;
  }
  const { called = [], problem: told } = findNotes(request) ?? {};
  pending.requests.push({
    id: requestId,
    keySha256: hashApiKey(key),
    at: new Date(Date.now() - durationMs),
    method: request.method,
    path: [describeUrl(request.url, knownParameters), ...new Set(called)].join(' '),
    status,
    durationMs,
    problem: problem ?? told ?? null,
  });
  pending.timer ??= setTimeout(() => void flushRequests(), flushAfterMs).unref();
}

/** Writes the pending requests to the log. Never throws: failed writes are dropped. */
export async function flushRequests(): Promise<void> {
  const pending = getPending();
  clearTimeout(pending.timer);
  pending.timer = undefined;
  pending.writing = pending.writing.then(() => write(pending));
  await pending.writing;
}

function getPending(): Pending {
  return perProcess('longhandRequestLog', () => ({
    requests: [],
    dropped: 0,
    writing: Promise.resolve(),
    storedSinceTrim: new Map(),
  }));
}

async function write(pending: Pending): Promise<void> {
  const { requests, dropped, storedSinceTrim } = pending;
  pending.requests = [];
  pending.dropped = 0;
  if (dropped > 0) log().warn({ dropped }, 'request log is behind');
  if (requests.length === 0) return;
  try {
    const { db } = database();
    for (const [accountId, count] of await storeRequests(db, requests)) {
      const stored = (storedSinceTrim.get(accountId) ?? 0) + count;
      storedSinceTrim.set(accountId, stored < trimEvery ? stored : 0);
      if (stored >= trimEvery) await trimRequests(db, { accountId });
    }
  } catch (error) {
    log().warn({ err: error, dropped: requests.length }, 'writing the request log failed');
  }
}

/** Returns the path for the log: known query parameters, harmless values only, no secrets. */
export function describeUrl(url: string, knownParameters: readonly string[]): string {
  const { pathname, searchParams } = new URL(url);
  const query = knownParameters.flatMap((name) => {
    const value = searchParams.get(name);
    if (value === null) return [];
    return [`${name}=${harmlessValue.test(value) ? value : '…'}`];
  });
  const path = query.length === 0 ? pathname : `${pathname}?${query.join('&')}`;
  const cleaned = path.replaceAll(secrets, '$1$2…');
  return cleaned.length > maxLength ? `${cleaned.slice(0, maxLength - 1)}…` : cleaned;
}
