import { begin, complete, hasMd5, toObject, type S3Contents, type StoredObject } from './s3-objects';

/** An answer of the store. */
export interface S3Answer {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer;
}

interface Asked {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  pageSize: number;
}

const xml = (text: string, status = 200): S3Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`),
});
const empty = (status: number, headers: Record<string, string | number> = {}): S3Answer => ({
  status,
  headers,
  body: Buffer.alloc(0),
});
const statuses: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchUpload: 404,
  InvalidRange: 416,
  NotImplemented: 501,
};
const fail = (code: string): S3Answer => xml(`<Error><Code>${code}</Code></Error>`, statuses[code] ?? 400);

/** Performs a request on a bucket with these contents, and returns the answer. */
export function answerS3(contents: S3Contents, asked: Asked): S3Answer {
  const { method, key, query } = asked;
  if (key === '') return answerBucket(contents, asked);
  const uploadId = query.get('uploadId');
  if (uploadId !== null) return answerUpload(contents, uploadId, asked);
  if (method === 'POST' && query.has('uploads')) {
    const id = begin(contents, { key, metadata: readMetadata(asked) });
    return xml(
      `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  if (method === 'PUT') {
    const made = readNew(contents, asked);
    if (typeof made === 'string') return fail(made);
    contents.objects.set(key, made);
    return isCopy(asked)
      ? xml(`<CopyObjectResult><ETag>${made.etag}</ETag></CopyObjectResult>`)
      : empty(200, { etag: made.etag });
  }
  if (method === 'DELETE') {
    contents.objects.delete(key);
    return empty(204);
  }
  const found = contents.objects.get(key);
  return found === undefined ? fail('NoSuchKey') : giveObject(found, asked);
}

function answerBucket({ objects, unfinished }: S3Contents, asked: Asked): S3Answer {
  const { method, query, pageSize, body } = asked;
  const prefix = query.get('prefix') ?? '';
  if (method === 'HEAD') return empty(200);
  if (method === 'POST' && query.has('delete')) {
    for (const [, key = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(key);
    return xml('<DeleteResult></DeleteResult>');
  }
  if (method !== 'GET') return fail('NotImplemented');
  if (query.has('uploads')) {
    const after = query.get('upload-id-marker');
    const all = [...unfinished].filter(([, { key }]) => key.startsWith(prefix));
    const from = after === null ? 0 : all.findIndex(([id]) => id === after) + 1;
    const page = all.slice(from, from + pageSize);
    const [lastId, last] = page.at(-1) ?? [];
    const isTruncated = from + page.length < all.length;
    const listed = page.map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    );
    const next = `<NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${lastId}</NextUploadIdMarker>`;
    return xml(
      `<ListMultipartUploadsResult><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? next : ''}${listed.join('')}</ListMultipartUploadsResult>`,
    );
  }
  const after = query.get('continuation-token') ?? '';
  const all = [...objects].filter(([key]) => key.startsWith(prefix) && key > after);
  const page = all.toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, pageSize);
  const isTruncated = page.length < all.length;
  const listed = page.map(
    ([key, { at, content }]) =>
      `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`,
  );
  const next = `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>`;
  return xml(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? next : ''}${listed.join('')}</ListBucketResult>`,
  );
}

function answerUpload(contents: S3Contents, id: string, asked: Asked): S3Answer {
  const { method, key, query, body } = asked;
  const upload = contents.unfinished.get(id);
  if (upload === undefined || upload.key !== key) return fail('NoSuchUpload');
  if (method === 'DELETE') {
    contents.unfinished.delete(id);
    return empty(204);
  }
  if (method === 'PUT') {
    const made = readNew(contents, asked);
    if (typeof made === 'string') return fail(made);
    upload.parts.set(Number(query.get('partNumber')), made);
    return isCopy(asked)
      ? xml(`<CopyPartResult><ETag>${made.etag}</ETag></CopyPartResult>`)
      : empty(200, { etag: made.etag });
  }
  if (method === 'POST') {
    const chosen = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"') ?? '',
    }));
    const made = complete(contents, id, chosen);
    if (typeof made === 'string') return fail(made);
    return xml(
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${made.etag}</ETag></CompleteMultipartUploadResult>`,
    );
  }
  const parts = [...upload.parts].map(
    ([number, { etag, content }]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${content.length}</Size></Part>`,
  );
  return xml(`<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`);
}

const isCopy = ({ headers }: Asked): boolean => headers['x-amz-copy-source'] !== undefined;

/** Returns the object or part that a PUT makes from its body or from another object, or an error code. */
function readNew({ objects }: S3Contents, asked: Asked): StoredObject | string {
  const { headers, body } = asked;
  const source = headers['x-amz-copy-source'];
  if (typeof source === 'string') {
    const [, ...key] = decodeURIComponent(source).replace(/^\//, '').split('/');
    const found = objects.get(key.join('/'));
    if (found === undefined) return 'NoSuchKey';
    const [, start = 0, end = Infinity] =
      /^bytes=(\d+)-(\d+)$/.exec(String(headers['x-amz-copy-source-range'])) ?? [];
    return toObject(found.content.subarray(Number(start), Number(end) + 1), found.metadata);
  }
  const expected = headers['content-md5'];
  if (!hasMd5(body, typeof expected === 'string' ? expected : undefined)) return 'BadDigest';
  return toObject(body, readMetadata(asked));
}

function readMetadata({ headers }: Asked): Record<string, string> {
  const given = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function giveObject({ content, metadata, etag, at }: StoredObject, { method, headers }: Asked): S3Answer {
  const about = { ...metadata, etag, 'last-modified': at.toUTCString() };
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(String(headers['range'])) ?? [];
  if (start === undefined) {
    const length = { 'content-length': content.length };
    return {
      status: 200,
      headers: { ...about, ...length },
      body: method === 'HEAD' ? Buffer.alloc(0) : content,
    };
  }
  if (Number(start) >= content.length) return fail('InvalidRange');
  const body = content.subarray(Number(start), Number(end) + 1);
  const range = `bytes ${start}-${Number(start) + body.length - 1}/${content.length}`;
  return { status: 206, headers: { ...about, 'content-range': range }, body };
}
