import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A checkout that Longhand has requested, with every parameter it sent. */
export interface AskedCheckout {
  id: string;
  fields: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
}

/** A fake Stripe server. */
export interface StripePeer {
  url: string;
  asked: AskedCheckout[];
  stop(): void;
}

/** Starts a server with the part of Stripe's API that creates checkouts, and a page for each one. */
export async function startStripePeer(): Promise<StripePeer> {
  const asked: AskedCheckout[] = [];
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request);
      if (request.method === 'POST' && request.url === '/v1/checkout/sessions') {
        const id = `cs_test_${asked.length + 1}`;
        asked.push({ id, fields: new URLSearchParams(body), headers: request.headers });
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ id, object: 'checkout.session', url: `${url}/pay/${id}` }));
      } else {
        response.setHeader('content-type', 'text/html').end('<!doctype html><title>Pay</title><h1>Pay</h1>');
      }
    };
    void answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
