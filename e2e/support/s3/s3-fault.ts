import type { IncomingMessage, ServerResponse } from 'node:http';
// oxlint-disable-next-line longhand/no-wall-clock -- a store that takes its time
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Answer } from './answer-s3';

/**
 * A fault of a request: the store answers with this status, never answers, cuts the body of its answer in the middle,
 * falls silent there, sends corrupted bytes, receives corrupted bytes, performs the request but loses the answer, or is
 * slow throughout.
 */
export type S3Fault =
  | 403
  | 500
  | 503
  | 'stall'
  | 'cut'
  | 'stall-body'
  | 'garble'
  | 'garble-upload'
  | 'lose-answer'
  | 'slow';

/** A request as faults see it; `query` has `uploadId`, `partNumber`, and so on. */
export interface S3Request {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
}

const slowMs = 1500;
const slowPieces = 10;

/** Parses a client's request. */
export function readS3Request({ method = 'GET', url = '', headers }: IncomingMessage): S3Request & {
  bucket: string;
} {
  const { pathname, searchParams: query } = new URL(url, 'http://s3.invalid');
  const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent);
  return { method, bucket, key: rest.join('/'), query, headers };
}

const garble = (body: Buffer): Buffer => Buffer.from(body.map((byte) => byte ^ 1));

/** Answers a request as `answer` does, apart from the fault. */
export async function answerWith(
  fault: S3Fault | undefined,
  { incoming, response }: { incoming: IncomingMessage; response: ServerResponse },
  answer: (body: Buffer) => S3Answer | Promise<S3Answer>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  if (fault === 'stall') return;
  const body = Buffer.concat(chunks);
  const answered =
    typeof fault === 'number'
      ? {
          status: fault,
          headers: {},
          body: Buffer.from(`<Error><Code>${fault === 403 ? 'AccessDenied' : 'SlowDown'}</Code></Error>`),
        }
      : await answer(fault === 'garble-upload' ? garble(body) : body);
  await give(response, incoming.method === 'HEAD', answered, fault);
}

async function give(
  response: ServerResponse,
  isHead: boolean,
  { status, headers, body }: S3Answer,
  fault: S3Fault | undefined,
): Promise<void> {
  if (fault === 'lose-answer') {
    response.destroy();
    return;
  }
  if (fault === 'slow') await sleep(slowMs);
  response.writeHead(status, { 'content-length': body.length, ...headers });
  if (isHead) response.end();
  else if (fault === 'cut' || fault === 'stall-body') {
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => {
      if (fault === 'cut') response.destroy();
    });
  } else if (fault === 'slow') await giveSlowly(response, body);
  else response.end(fault === 'garble' ? garble(body) : body);
}

async function giveSlowly(response: ServerResponse, body: Buffer): Promise<void> {
  const size = Math.max(1, Math.ceil(body.length / slowPieces));
  for (let at = 0; at < body.length; at += size) {
    response.write(body.subarray(at, at + size));
    await sleep(slowMs / slowPieces);
  }
  response.end();
}
