import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { readClips } from '#e2e/support/speech';

/**
 * The addresses of the customers' web server, the only host on the simulated public internet with anything to fetch.
 */
export const customers = { ipv4: '93.184.215.14', ipv6: '2606:2800:21f::14' };

/**
 * Returns the listener of the customers' web server: `/speech.wav` is a recording, `/hops/3` leads there through three
 * redirects, `/redirect/0` redirects to the first of the targets, and everything else is missing.
 */
export async function customersAnswer(targets: readonly string[]): Promise<RequestListener> {
  const clip = await readFile((await readClips())[1]?.file ?? '');
  return (request, response) => {
    const [, verb, number] = request.url?.split('/') ?? [];
    const redirect = (location: string) => response.writeHead(302, { location }).end();
    // A client that is told to retry resolves the name again.
    if (request.headers.host?.startsWith('rebind') === true) response.writeHead(503).end();
    else if (verb === 'redirect') redirect(asHeader(targets[Number(number)] ?? '/'));
    else if (verb === 'hops') redirect(number === '1' ? '/speech.wav' : `/hops/${Number(number) - 1}`);
    else if (verb === 'speech.wav') response.setHeader('content-type', 'audio/wav').end(clip);
    else response.writeHead(404).end();
  };
}

/** Makes a text fit for a header, which has no line feed and consists of bytes. */
function asHeader(text: string): string {
  return Buffer.from(text.replace('\n', '\t')).toString('latin1');
}
