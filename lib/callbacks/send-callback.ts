import type { Readable } from 'node:stream';
import { attemptReasons, attemptTimeoutMs, classifyStatus, nameStatus } from '#lib/callbacks/reasons';
import { log } from '#lib/settings/log';
import { explainPeerError } from '#lib/net/explain-network-error';
import { guardedRequest, type GuardedAnswer } from '#lib/net/guarded-request';
import type { NetPolicy } from '#lib/net/net-policy';
import { readRetryAfter } from '#lib/net/answer-headers/read-retry-after';

const limits = {
  connectMs: attemptTimeoutMs,
  firstByteMs: attemptTimeoutMs,
  idleMs: attemptTimeoutMs,
  totalMs: attemptTimeoutMs,
  // Only the start is read, regardless of the length.
  maxBytes: Number.MAX_SAFE_INTEGER,
};

/** Limits for reading a response's body: only its status matters. */
const bodyLimits = { bytes: 1024, milliseconds: 2000 };

/** The message: JSON text, and the headers that sign it. */
export interface Message {
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** The result of one attempt. */
export interface CallbackAttempt {
  startedAt: Date;
  durationMs: number;
  /** The response's status; undefined if there was none. */
  status: number | undefined;
  /** A sentence for the callback's owner. */
  reason: string;
  /** The first kilobyte of the response's body, as text. */
  answer: string;
  /** From the response's Retry-After. */
  retryAfterMs: number | undefined;
}

/** Sends a callback once, within 15 seconds, without redirects. Returns failures; throws only the signal's reason. */
export async function sendCallback(
  { url, body, headers }: Message,
  { policy, signal }: { policy: NetPolicy; signal: AbortSignal },
): Promise<CallbackAttempt> {
  const startedAt = new Date();
  const started = performance.now();
  const ended = () => ({ startedAt, durationMs: Math.round(performance.now() - started) });
  const sent = { 'user-agent': 'Longhand', ...headers, 'content-type': 'application/json' };
  try {
    const received = await guardedRequest(url, {
      policy,
      limits,
      maxRedirects: 0,
      headers: sent,
      body,
      signal,
    });
    const { durationMs } = ended();
    return { startedAt, durationMs, ...(await readAnswer(received)) };
  } catch (error) {
    signal.throwIfAborted();
    return { ...ended(), status: undefined, reason: explain(error), answer: '', retryAfterMs: undefined };
  }
}

/** Returns the attempt for a callback that can't be signed and isn't sent. */
export function unsignedAttempt(): CallbackAttempt {
  return {
    startedAt: new Date(),
    durationMs: 0,
    status: undefined,
    reason: attemptReasons.unsigned,
    answer: '',
    retryAfterMs: undefined,
  };
}

async function readAnswer({ status, headers, body }: GuardedAnswer) {
  const answer = await readStart(body);
  return {
    status,
    reason: explainStatus(status),
    answer,
    retryAfterMs: readRetryAfter(headers['retry-after']),
  };
}

function explainStatus(status: number): string {
  const answered = `The receiver responded with ${nameStatus(status)}`;
  switch (classifyStatus(status)) {
    case 'gone':
      return `${answered}. No more callbacks are sent for this job.`;
    case 'redirected':
      return `${answered}. Redirects are not followed.`;
    case 'answered':
      return `${answered}.`;
  }
}

function explain(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return attemptReasons.timedOut;
  }
  const networkError = explainPeerError(error);
  if (networkError !== undefined) return networkError.inWords;
  log().warn({ err: error }, 'callback could not be sent');
  return attemptReasons.failed;
}

async function readStart(body: Readable): Promise<string> {
  const timer = setTimeout(() => body.destroy(), bodyLimits.milliseconds);
  let start = Buffer.alloc(0);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      start = Buffer.concat([start, chunk]).subarray(0, bodyLimits.bytes);
      if (start.length === bodyLimits.bytes) break;
    }
  } catch {
    // The body broke off or timed out: keep what was received.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  // A text column can't store NUL. An incomplete character at the end is dropped.
  return new TextDecoder().decode(start, { stream: true }).replaceAll('\0', '\uFFFD');
}
