import { createHmac } from 'node:crypto';

/** The signed content: the callback's id, the time of sending (seconds since 1970), and the body as sent. */
export interface Signed {
  id: string;
  timestamp: number;
  body: string;
}

/** Returns the headers that sign a callback (Standard Webhooks 1.0), a signature per secret (`whsec_`, Base64). */
export function sign({ id, timestamp, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
