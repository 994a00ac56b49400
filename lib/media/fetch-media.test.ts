import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { access, readFile, readdir, rm, symlink } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { DownloadFailure } from '#lib/media/download-failure';
import { fetchMedia, type FetchOptions } from '#lib/media/fetch-media';
import { landOn, makeResolver, startServer } from '#e2e/support/net/test-network';

const media = randomBytes(300_000);
const isWhole = { 'content-type': 'audio/mpeg', 'content-length': media.length };

interface Site {
  port: number;
  url: string;
  folder: string;
  destination: string;
  options: FetchOptions;
}

async function startSite(t: TestContext, listener: RequestListener): Promise<Site> {
  const port = await startServer(t, listener);
  const folder = await makeTestFolder(t);
  const policy = { allowNetworks: ['127.0.0.0/8'], allowPorts: [String(port)] };
  const options = { policy, maxBytes: 1_000_000, pausesMs: [1, 1] };
  return {
    port,
    url: `http://127.0.0.1:${port}/talk.mp3`,
    folder,
    destination: path.join(folder, 'media'),
    options,
  };
}

/** Sends the requested range, and breaks the connection once the whole file up to `breakAt` is on disk. */
function sendRange(request: IncomingMessage, response: ServerResponse, breakAt?: BreakAt): void {
  const first = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const rest = media.subarray(first);
  const range = `bytes ${first}-${media.length - 1}/${media.length}`;
  response.writeHead(first > 0 ? 206 : 200, {
    etag: '"one"',
    'content-type': 'audio/mpeg',
    'content-length': rest.length,
    ...(first > 0 && { 'content-range': range }),
  });
  if (breakAt === undefined) response.end(rest);
  else breakOff(response, media.subarray(first, breakAt.byte), breakAt);
}

const onDisk = (file: string, bytes: number): Promise<true> =>
  waitFor(`${bytes} bytes on the disk`, () =>
    statSync(file, { throwIfNoEntry: false })?.size === bytes ? true : undefined,
  );

interface BreakAt {
  byte: number;
  destination: string;
}

function breakOff(response: ServerResponse, part: Buffer, { byte, destination }: BreakAt): void {
  response.write(part);
  void onDisk(destination, byte).then(() => response.destroy());
}

/** Returns the sentence that the customer reads after the usual one; checks that no file is left. */
async function readReason(
  { url, folder, destination, options }: Site,
  changed: Partial<FetchOptions> = {},
): Promise<string> {
  const error: unknown = await fetchMedia(url, destination, { ...options, ...changed }).catch(
    (error: unknown) => error,
  );
  assert.ok(error instanceof DownloadFailure, String(error));
  assert.deepEqual(await readdir(folder), []);
  const start = 'Failed to download media file. Please check your url and file type. ';
  assert.ok(error.detail.startsWith(start));
  return error.detail.slice(start.length);
}

test('a file is fetched with the name and the media type that the server gives', async (t) => {
  const site = await startSite(t, (_, response) => {
    response.writeHead(200, {
      'content-type': 'Audio/MPEG; charset=binary',
      'content-disposition': `attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe.mp3`,
    });
    response.end(media);
  });
  const fetched = await fetchMedia(site.url, site.destination, site.options);
  assert.deepEqual(fetched, { bytes: media.length, fileName: 'Grüße.mp3', mediaType: 'audio/mpeg' });
  assert.deepEqual(await readFile(site.destination), media);
});

test('a connection that breaks twice is resumed where it broke', async (t) => {
  const asked: unknown[] = [];
  const site = await startSite(t, (request, response) => {
    asked.push([request.headers.range, request.headers['if-range']]);
    const byte = asked.length * 100_000;
    sendRange(request, response, asked.length < 3 ? { byte, destination: site.destination } : undefined);
  });
  assert.deepEqual(await fetchMedia(site.url, site.destination, site.options), {
    bytes: media.length,
    mediaType: 'audio/mpeg',
  });
  assert.deepEqual(await readFile(site.destination), media);
  assert.deepEqual(asked, [
    [undefined, undefined],
    ['bytes=100000-', '"one"'],
    ['bytes=200000-', '"one"'],
  ]);
});

test('what has arrived outlives a 503 in between', async (t) => {
  const ranges: unknown[] = [];
  const site = await startSite(t, (request, response) => {
    ranges.push(request.headers.range);
    if (ranges.length === 2) response.writeHead(503).end('later');
    else
      sendRange(
        request,
        response,
        ranges.length === 1 ? { byte: 100_000, destination: site.destination } : undefined,
      );
  });
  await fetchMedia(site.url, site.destination, site.options);
  assert.deepEqual(await readFile(site.destination), media);
  assert.deepEqual(ranges, [undefined, 'bytes=100000-', 'bytes=100000-']);
});

test('a server that knows no ranges, or has another file by now, is asked for the whole file', async (t) => {
  const other = randomBytes(200_000);
  for (const second of [200, 206, 416]) {
    let requests = 0;
    const site = await startSite(t, (request, response) => {
      requests += 1;
      if (requests === 1)
        return sendRange(request, response, { byte: 100_000, destination: site.destination });
      if (requests > 2 || second === 200) return response.end(other);
      const range = second === 206 ? 'bytes 100000-199999/200000' : 'bytes */200000';
      return response.writeHead(second, { 'content-range': range }).end(other.subarray(100_000));
    });
    assert.equal((await fetchMedia(site.url, site.destination, site.options)).bytes, other.length);
    assert.deepEqual(await readFile(site.destination), other);
  }
});

test('a weak ETag is not used to resume, the date of the last change is', async (t) => {
  const asked: unknown[] = [];
  const changed = 'Wed, 21 Oct 2015 07:28:00 GMT';
  const site = await startSite(t, (request, response) => {
    asked.push(request.headers['if-range']);
    if (asked.length > 1) return sendRange(request, response);
    response.writeHead(200, { ...isWhole, etag: 'W/"one"', 'last-modified': changed });
    return breakOff(response, media.subarray(0, 1000), { byte: 1000, destination: site.destination });
  });
  await fetchMedia(site.url, site.destination, site.options);
  assert.deepEqual(asked, [undefined, changed]);
});

test('a status that will not change fails at once, one that may after three attempts', async (t) => {
  const words = {
    403: 'Forbidden',
    404: 'Not Found',
    410: 'Gone',
    429: 'Too Many Requests',
    500: 'Internal Server Error',
  };
  for (const [status, name] of Object.entries(words)) {
    let requests = 0;
    const site = await startSite(t, (_, response) => {
      requests += 1;
      response.writeHead(Number(status)).end('<html>no</html>');
    });
    assert.equal(await readReason(site), `The server responded with ${status} ${name}.`);
    assert.equal(requests, status === '429' || status === '500' ? 3 : 1);
  }
});

test('a web page is distinguished from media by its type or its beginning', async (t) => {
  const pages: [string, string][] = [
    ['text/html; charset=utf-8', 'Please sign in'],
    ['audio/mpeg', '\uFEFF\n<!DOCTYPE html><title>Sign in</title>'],
    ['application/octet-stream', `<html>${'a'.repeat(2000)}`],
  ];
  for (const [type, page] of pages) {
    const site = await startSite(t, (_, response) =>
      response.writeHead(200, { 'content-type': type }).end(page),
    );
    assert.match(await readReason(site), /^The URL leads to a web page, not a media file\./);
  }
});

test('media that a server calls HTML is fetched', async (t) => {
  const site = await startSite(t, (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(media),
  );
  assert.equal((await fetchMedia(site.url, site.destination, site.options)).bytes, media.length);
});

test('a file of exactly the limit is fetched, a larger one refused whether announced or not', async (t) => {
  const site = await startSite(t, (request, response) => {
    if (request.url === '/announced') response.writeHead(200, isWhole);
    else response.writeHead(200).write(media.subarray(0, 10));
    response.end(request.url === '/announced' ? media : media.subarray(10));
  });
  const url = `http://127.0.0.1:${site.port}/announced`;
  const exact = { ...site.options, maxBytes: media.length };
  assert.equal((await fetchMedia(url, site.destination, exact)).bytes, media.length);
  await rm(site.destination);
  const tooSmall = { maxBytes: media.length - 1 };
  assert.equal(await readReason(site, tooSmall), 'The file is larger than 299,999 bytes.');
  assert.equal(await readReason({ ...site, url }, tooSmall), 'The file is larger than 299,999 bytes.');
});

test('an empty file, a compressed one and a twenty-first redirect are refused in words', async (t) => {
  const site = await startSite(t, (request, response) => {
    if (request.url === '/empty') response.writeHead(200).end();
    else if (request.url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(media);
    else response.writeHead(302, { location: `${request.url ?? ''}x` }).end();
  });
  const reason = (name: string) => readReason({ ...site, url: `http://127.0.0.1:${site.port}/${name}` });
  assert.equal(await reason('empty'), 'The file is empty.');
  assert.equal(await reason('gzip'), 'The server sends the file compressed (gzip).');
  assert.equal(await reason('redirect'), 'The URL redirects more than 20 times.');
});

test('a file that its server keeps compressed is decompressed, up to the limit', async (t) => {
  const codings = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync };
  const site = await startSite(t, ({ url = '' }, response) => {
    const coding = url.slice(1);
    const content = coding === 'bomb' ? Buffer.alloc(2_000_000) : media;
    const compress = coding in codings ? codings[coding as keyof typeof codings] : gzipSync;
    const headers = { etag: '"one"', 'content-encoding': coding === 'bomb' ? 'gzip' : coding };
    const body = compress(content);
    response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
  });
  for (const coding of [...Object.keys(codings), 'GZIP']) {
    const url = `http://127.0.0.1:${site.port}/${coding}`;
    assert.equal((await fetchMedia(url, site.destination, site.options)).bytes, media.length, coding);
    assert.deepEqual(await readFile(site.destination), media);
    await rm(site.destination);
  }
  const reason = (name: string) => readReason({ ...site, url: `http://127.0.0.1:${site.port}/${name}` });
  assert.equal(await reason('bomb'), 'The file is larger than 1,000,000 bytes.');
  assert.equal(await reason('zstd'), 'The server sends the file compressed (zstd).');
});

test('an address that is not public, an unknown name and a closed port are explained', async (t) => {
  const site = await startSite(t, (_, response) =>
    response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  );
  const { makeConnector, landings } = landOn(site.port);
  const { resolver } = makeResolver({ 'media.test': [['93.184.215.14']] });
  const guarded = { policy: { allowNetworks: [], allowPorts: [] }, resolver, makeConnector };
  const reason = (url: string) => readReason({ ...site, url }, guarded);
  assert.equal(await reason('http://169.254.169.254/'), 'The address 169.254.169.254 is not public.');
  assert.equal(await reason('http://media.test/'), 'The address 10.0.0.1 is not public.');
  assert.equal(await reason('http://unknown.test/'), 'Host not found.');
  assert.equal(await reason('talk.mp3'), 'This is not a complete http or https URL.');
  assert.deepEqual(landings, ['93.184.215.14:80']);

  const closed = { policy: { allowNetworks: ['127.0.0.0/8'], allowPorts: ['1'] } };
  assert.equal(
    await readReason({ ...site, url: 'http://127.0.0.1:1/' }, closed),
    'The host refused the connection.',
  );
});

test('a server that breaks the connection is reported after three attempts, one that is too slow after one', async (t) => {
  let requests = 0;
  const site = await startSite(t, (request, response) => {
    requests += 1;
    if (request.url === '/closes') request.socket.destroy();
    else if (request.url === '/chunked') response.write('a', () => response.destroy());
    else response.writeHead(200, isWhole).write('a');
  });
  const reason = (name: string, limits: FetchOptions['limits'] = {}) =>
    readReason({ ...site, url: `http://127.0.0.1:${site.port}/${name}` }, { limits });
  assert.equal(await reason('closes'), 'The connection was lost.');
  assert.equal(await reason('chunked'), 'The connection was lost.');
  assert.equal(requests, 6);
  assert.equal(await reason('slow', { totalMs: 500 }), 'The request timed out.');
  assert.equal(requests, 7);
});

test('an aborted download ends with the reason of its signal and leaves nothing, in a pause between attempts too', async (t) => {
  const reason = new Error('the worker stops');
  let stop = new AbortController();
  const site = await startSite(t, (request, response) => {
    if (request.url === '/503') {
      // By then, the client has received the response.
      request.socket.once('close', () => stop.abort(reason));
      response.writeHead(503).end();
    } else {
      response.writeHead(200, isWhole).write(media.subarray(0, 1000));
      void onDisk(site.destination, 1000).then(() => stop.abort(reason));
    }
  });
  for (const name of ['503', 'stalling']) {
    stop = new AbortController();
    const options = { ...site.options, signal: stop.signal, pausesMs: [60_000] };
    await assert.rejects(
      fetchMedia(`http://127.0.0.1:${site.port}/${name}`, site.destination, options),
      reason,
    );
    await assert.rejects(access(site.destination));
  }
});

test('an error of the disk is thrown as it is', { skip: !existsSync('/dev/full') }, async (t) => {
  const site = await startSite(t, (_, response) => response.end(media));
  // By a symlink, because a failed download removes its destination.
  await symlink('/dev/full', site.destination);
  await assert.rejects(fetchMedia(site.url, site.destination, site.options), { code: 'ENOSPC' });
  assert.deepEqual(await readdir(site.folder), []);
});
