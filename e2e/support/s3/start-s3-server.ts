import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerS3, type S3Answer } from './answer-s3';
import type { S3Contents } from './s3-objects';

/**
 * What goes wrong with a request: the store answers with this status, says nothing at all, cuts the body of its answer in
 * the middle, falls silent there, gives other bytes, or does what is asked but the answer is lost.
 */
export type S3Fault = 500 | 503 | 'stall' | 'cut' | 'stall-body' | 'garble' | 'lose-answer';

/** A request as faults see it; `query` has `uploadId`, `partNumber`, … */
export interface S3Request {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
}

/** A running store with one bucket. */
export interface S3Server extends S3Contents {
  url: string;
  bucket: string;
  /** All requests so far. */
  requests: S3Request[];
  /** Asked before each request. */
  fault: (request: S3Request) => S3Fault | undefined;
  stop(): Promise<void>;
}

/** Starts an S3 store in this process, with addresses of path style. It takes any credentials. Other hosts reach it only with another `host`. */
export async function startS3Server({
  bucket = 'recordings',
  pageSize = 1000,
  host = '127.0.0.1',
} = {}): Promise<S3Server> {
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void serve(request, response).catch(() => response.destroy());
  const http = createServer(listener);
  await new Promise<void>((resolve) => {
    http.listen(0, host, resolve);
  });
  const s3: S3Server = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    bucket,
    objects: new Map(),
    unfinished: new Map(),
    requests: [],
    fault: () => undefined,
    stop: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return s3;

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(incoming.url ?? '/', s3.url);
    const [, name = '', ...rest] = pathname.split('/').map(decodeURIComponent);
    const { method = 'GET', headers } = incoming;
    const request: S3Request = { method, key: rest.join('/'), query, headers };
    s3.requests.push(request);
    const fault = s3.fault(request);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    if (fault === 'stall') return;
    const body = Buffer.concat(chunks);
    const answer =
      typeof fault === 'number'
        ? { status: fault, headers: {}, body: Buffer.from('<Error><Code>SlowDown</Code></Error>') }
        : name === bucket
          ? answerS3(s3, { ...request, body, pageSize })
          : { status: 404, headers: {}, body: Buffer.from('<Error><Code>NoSuchBucket</Code></Error>') };
    give(response, method, answer, fault);
  }
}

function give(response: ServerResponse, method: string, answer: S3Answer, fault: S3Fault | undefined): void {
  if (fault === 'lose-answer') {
    response.destroy();
    return;
  }
  const { status, headers, body } = answer;
  response.writeHead(status, { 'content-length': body.length, ...headers });
  if (method === 'HEAD') response.end();
  else if (fault === 'cut' || fault === 'stall-body') {
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => {
      if (fault === 'cut') response.destroy();
    });
  } else response.end(fault === 'garble' ? body.map((byte) => byte ^ 1) : body);
}
