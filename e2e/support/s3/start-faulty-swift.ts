import { request as ask, type IncomingMessage } from 'node:http';
import type { S3Answer } from './answer-s3';
import { answerWith, readS3Request } from './s3-fault';
import { listenForS3, type FaultyS3 } from './start-s3-server';
import { startSwift } from './start-swift';

/** Starts Swift behind a proxy that fails on command. Other hosts reach it only with another `host`. */
export async function startFaultySwift(host = '127.0.0.1'): Promise<FaultyS3> {
  const swift = await startSwift();
  const proxy = await listenForS3(host, (incoming, response) =>
    answerWith(s3.fault(readS3Request(incoming)), { incoming, response }, (body) =>
      passOn(swift.url, incoming, body),
    ),
  );
  const s3: FaultyS3 = {
    ...{ url: proxy.url, bucket: swift.bucket },
    fault: () => undefined,
    async stop() {
      await proxy.stop();
      await swift.stop();
    },
  };
  return s3;
}

/** Sends the same request to the store with all headers, which are signed, including the host. */
function passOn(
  url: string,
  { method, url: path, headers }: IncomingMessage,
  body: Buffer,
): Promise<S3Answer> {
  return new Promise((resolve, reject) => {
    const asked = ask(new URL(path ?? '/', url), { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve(toAnswer(answer, Buffer.concat(chunks))));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Drops the headers about the connection to the store, which do not apply to the client's. */
function toAnswer({ statusCode = 502, headers }: IncomingMessage, body: Buffer): S3Answer {
  const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...kept } = headers;
  return { status: statusCode, headers: kept as S3Answer['headers'], body };
}
