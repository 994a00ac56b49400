import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** The behavior of a model server; a test may change it at any time. */
export interface ModelServerBehavior {
  /** The content at every path. */
  content: Buffer;
  /** True if byte ranges are supported. */
  ranges: boolean;
  headers: Record<string, string>;
  /** Number of bytes after which the connection is cut, one for each answer; later answers are complete. */
  cuts: number[];
  /** Awaited before a connection is cut, with the length that the file has by then. */
  beforeCut: (bytes: number) => Promise<unknown>;
  /** Answers the request itself if it returns true. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A server on loopback that models are downloaded from, and the requests it has received. */
export interface ModelServer {
  baseUrl: string;
  behavior: ModelServerBehavior;
  requests: IncomingMessage[];
}

/** Starts a model server that ends with the test. */
export async function startModelServer(
  t: Pick<TestContext, 'after'>,
  given: Partial<ModelServerBehavior> = {},
): Promise<ModelServer> {
  const behavior: ModelServerBehavior = {
    content: Buffer.alloc(0),
    ranges: true,
    headers: { etag: '"1"' },
    cuts: [],
    beforeCut: async () => {},
    ...given,
  };
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    if (behavior.answer?.(request, response) !== true) serve(behavior, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, behavior, requests };
}

function serve(behavior: ModelServerBehavior, request: IncomingMessage, response: ServerResponse): void {
  const { content, headers, ranges } = behavior;
  const [, asked] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const condition = request.headers['if-range'];
  const isSame =
    condition === undefined || condition === headers['etag'] || condition === headers['last-modified'];
  const start = ranges && asked !== undefined && isSame ? Number(asked) : 0;
  const part = content.subarray(start);
  const cut = behavior.cuts.shift();
  response.writeHead(start > 0 ? 206 : 200, {
    ...headers,
    'content-length': part.length,
    ...(start > 0 ? { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` } : {}),
  });
  if (cut === undefined || cut >= part.length) {
    response.end(part);
    return;
  }
  response.flushHeaders();
  response.write(part.subarray(0, cut), () => {
    void behavior.beforeCut(start + cut).finally(() => response.destroy());
  });
}
