import type { Recording, Sending } from './recording.ts';
import { SourceError } from './send-request.ts';

/** Posts a recording as the browser's FormData. Streams are collected in a Blob first. */
export async function sendForm(
  url: string,
  headers: Record<string, string>,
  recording: Recording,
  { options, transcript, fetch, onProgress, signal }: Sending,
): Promise<Response> {
  const blob = recording.blob ?? (await collect(recording));
  const form = new FormData();
  form.set('options', new Blob([options], { type: 'application/json' }));
  if (transcript !== undefined) form.set('transcript', transcript, 'transcript');
  // The Blob's own type is the one sent.
  form.set('media', new File([blob], recording.name, { type: recording.type }));
  if (onProgress === undefined || !('XMLHttpRequest' in globalThis)) {
    return fetch(url, { method: 'POST', headers, body: form, ...(signal && { signal }) });
  }
  onProgress({ sentBytes: 0, totalBytes: blob.size });
  return sendWithProgress(url, headers, form, {
    signal,
    onSent: (share) =>
      onProgress({ sentBytes: Math.round(Math.min(1, share) * blob.size), totalBytes: blob.size }),
  });
}

async function collect({ open }: Recording): Promise<Blob> {
  const chunks: BlobPart[] = [];
  try {
    for await (const chunk of open()) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  } catch (error) {
    throw new SourceError("The recording couldn't be read.", { cause: error });
  }
  return new Blob(chunks);
}

function sendWithProgress(
  url: string,
  headers: Record<string, string>,
  body: FormData,
  { onSent, signal }: { onSent: (share: number) => void; signal: AbortSignal | undefined },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'arraybuffer';
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded / total));
    request.upload.addEventListener('load', () => onSent(1));
    request.addEventListener('load', () => {
      const { status, statusText } = request;
      resolve(
        new Response(request.response as ArrayBuffer, { status, statusText, headers: readHeaders(request) }),
      );
    });
    request.addEventListener('error', () => reject(new TypeError('the connection was lost')));
    request.addEventListener('abort', () => reject(signal?.reason as Error));
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort, { once: true });
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    request.send(body);
  });
}

function readHeaders(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return headers;
}
