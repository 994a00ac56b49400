import { STATUS_CODES } from 'node:http';

/* Reasons are stored and returned by the API in English; pages translate them (explain-delivery.ts). */

/** Time limit of one attempt. */
export const attemptTimeoutMs = 15_000;

/** Why an attempt got no response or was not made, apart from network errors. */
export const attemptReasons = {
  timedOut: `No response within ${attemptTimeoutMs / 1000} seconds.`,
  failed: 'The request failed.',
  unsigned:
    "The signing secret can't be read because the server's secret has changed. Replace the signing secret.",
} as const;

/** Why no further attempt is made. */
export const givenUpReasons = {
  gone: 'The receiver responded with 410 Gone.',
  noSuccess: 'No attempt succeeded within 24 hours.',
  unreachable: 'The host was unreachable for 24 hours.',
} as const;

/** A status with its name, such as `410 Gone`. */
export function nameStatus(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
}

/** Classifies a response's status. */
export function classifyStatus(status: number): 'answered' | 'gone' | 'redirected' {
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirected' : 'answered';
}
