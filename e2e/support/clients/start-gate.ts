import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between a client and Longhand. */
export interface Gate {
  url: string;
  /** Returns the number of submissions that Longhand has answered. */
  answered(): number;
  /** Withholds the answers to submissions from now on, as if the connection were broken. */
  holdAnswers(): void;
  passAnswers(): void;
  /** Breaks the next transcript off after its first byte, as when the server is restarted. */
  cutTranscript(): void;
  close(): Promise<void>;
}

/** Starts a gate in front of this server. */
export async function startGate(baseUrl: string): Promise<Gate> {
  let answered = 0;
  let isHolding = false;
  let isCutting = false;
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const onward = request(new URL(url, baseUrl), { method, headers }, (answer) => {
      const isSubmission = method === 'POST' && url === '/v1/jobs';
      if (isSubmission) answered += 1;
      if (isSubmission && isHolding) return void answer.resume();
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (isCutting && /\/transcript(\?|$)/.test(url)) {
        isCutting = false;
        return void answer.once('data', (chunk: Buffer) => {
          outgoing.write(chunk.subarray(0, 1), () => outgoing.destroy());
        });
      }
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => answered,
    holdAnswers: () => (isHolding = true),
    passAnswers: () => (isHolding = false),
    cutTranscript: () => (isCutting = true),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
