import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerS3, type S3Answer } from './answer-s3';
import { answerWith, readS3Request, type S3Fault, type S3Request } from './s3-fault';
import type { S3Contents } from './s3-objects';

/** A store with one bucket that fails on command. */
export interface FaultyS3 {
  url: string;
  bucket: string;
  /** Called before each request. */
  fault: (request: S3Request) => S3Fault | undefined;
  stop(): Promise<void>;
}

/** A store in this process with one bucket. */
export interface S3Server extends FaultyS3, S3Contents {
  /** All requests so far. */
  requests: S3Request[];
}

/**
 * Starts an S3 store in this process, with path-style addresses. It accepts any credentials. Other hosts reach it only
 * with another `host`.
 */
export async function startS3Server({
  bucket = 'recordings',
  pageSize = 1000,
  host = '127.0.0.1',
} = {}): Promise<S3Server> {
  const missing: S3Answer = {
    status: 404,
    headers: {},
    body: Buffer.from('<Error><Code>NoSuchBucket</Code></Error>'),
  };
  const { url, stop } = await listenForS3(host, (incoming, response) => {
    const { bucket: name, ...request } = readS3Request(incoming);
    s3.requests.push(request);
    return answerWith(s3.fault(request), { incoming, response }, (body) =>
      name === bucket ? answerS3(s3, { ...request, body, pageSize }) : missing,
    );
  });
  const s3: S3Server = {
    ...{ url, bucket, stop },
    objects: new Map(),
    unfinished: new Map(),
    requests: [],
    fault: () => undefined,
  };
  return s3;
}

/** Starts an HTTP server for a store, or for a proxy of one. A failure of `answer` cuts the connection. */
export async function listenForS3(
  host: string,
  answer: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Pick<FaultyS3, 'url' | 'stop'>> {
  const http = createServer(
    (incoming, response) => void answer(incoming, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => {
    http.listen(0, host, resolve);
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
