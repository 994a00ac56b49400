import type { DetailedError, Upload } from 'tus-js-client';
import { formatFileSize } from '#lib/messages/format';
import * as texts from '#messages/uploads';
import { chooseMediaType } from './media-type';

/** The progress of a file that is being sent. */
export interface SendingEvents {
  /** The server takes it in, or continues to. */
  onBegun: (uploadId: string) => void;
  onProgress: (sentBytes: number) => void;
  /** The connection is lost, or the server has no room for it now for the reason given; the upload resumes automatically. */
  onPaused: (why?: string) => void;
  onDone: (uploadId: string) => void;
  onRefused: (why: string) => void;
}

/** An upload that is continued. */
export interface SendingTarget {
  uploadId: string;
}

/** The path below which uploads are sent, each by its id. */
export const endpoint = '/jobs/uploads';
const maxPauseMs = 10_000;
/** The tries after unexplained answers: a proxy's own, or one to a request that another request for the upload ended. */
const maxUnexplained = 4;
/** A connection on which nothing moved for so long is given up, and another one made. */
const stalledMs = 30_000;

/** Addresses at which a file of this page is being sent: the same file chosen twice is two uploads. */
const inUse = new Set<string>();

/** Sends a file by tus, resuming after interruptions and earlier visits. Returns what cancels and removes it. */
export function sendFile(
  file: File,
  maxBytes: number,
  events: SendingEvents,
  target?: SendingTarget,
): () => void {
  let upload: Upload | undefined;
  let preparing: Promise<Upload | undefined> | undefined;
  let pauses = 0;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const end = (): void => {
    hasEnded = true;
    clearTimeout(timer);
    globalThis.removeEventListener('offline', disconnect);
    globalThis.removeEventListener('online', resume);
    if (upload?.url) inUse.delete(upload.url);
  };
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(disconnect, stalledMs);
  };
  const resume = (): void => {
    if (hasEnded) return;
    watch();
    void start().catch(() => pause());
  };
  const pause = (why?: string): void => {
    if (hasEnded) return;
    events.onPaused(why);
    clearTimeout(timer);
    timer = setTimeout(resume, Math.min(maxPauseMs, 500 * 2 ** pauses));
    pauses += 1;
  };
  function disconnect(): void {
    void upload?.abort().catch(() => undefined);
    pause();
  }
  const start = async (): Promise<void> => {
    if (upload !== undefined) {
      await upload.abort();
      return upload.start();
    }
    // A pause can end while the upload is being prepared; the file is still sent once.
    preparing ??= prepare(file, maxBytes, target, {
      onBegun: (uploadId) => {
        if (!hasEnded) events.onBegun(uploadId);
      },
      onProgress: (sent) => {
        if (hasEnded) return;
        pauses = 0;
        watch();
        events.onProgress(sent);
      },
      onDone: (uploadId) => {
        end();
        events.onDone(uploadId);
      },
      onBroken: pause,
      onRefused: (why) => {
        end();
        events.onRefused(why);
      },
    }).finally(() => (preparing = undefined));
    const made = await preparing;
    if (hasEnded || made === undefined || upload !== undefined) return;
    upload = made;
    made.start();
  };

  globalThis.addEventListener('offline', disconnect);
  globalThis.addEventListener('online', resume);
  resume();
  return () => {
    end();
    // The sweep removes it later.
    void upload?.abort(true).catch(() => undefined);
  };
}

async function prepare(
  file: File,
  maxBytes: number,
  target: SendingTarget | undefined,
  on: Omit<SendingEvents, 'onPaused'> & { onBroken: (why?: string) => void },
): Promise<Upload | undefined> {
  const filetype = await chooseMediaType(file);
  if (filetype === undefined) {
    on.onRefused(texts.wrongType());
    return undefined;
  }
  let unexplained = 0;
  const { Upload } = await import('tus-js-client');
  const upload = new Upload(file, {
    endpoint: `${globalThis.location.origin}${endpoint}`,
    metadata: { filename: file.name, filetype },
    // When to try again is decided here: for as long as it takes.
    retryDelays: null,
    removeFingerprintOnSuccess: true,
    onProgress: on.onProgress,
    onUploadUrlAvailable: () => {
      if (!upload.url) return;
      inUse.add(upload.url);
      on.onBegun(toUploadId(upload.url));
    },
    onSuccess: () => on.onDone(toUploadId(upload.url ?? '')),
    onError: (error) => {
      if (isUnexplained(error)) unexplained += 1;
      const why = unexplained > maxUnexplained ? texts.refused() : getRefusal(error, maxBytes);
      if (why !== undefined) on.onRefused(why);
      else on.onBroken(getPauseReason(error));
    },
  });
  if (target !== undefined) {
    upload.url = `${globalThis.location.origin}${endpoint}/${target.uploadId}`;
    return upload;
  }
  const earlier = await upload.findPreviousUploads();
  const left = earlier.find(({ uploadUrl }) => uploadUrl !== null && !inUse.has(uploadUrl));
  if (left?.uploadUrl) {
    inUse.add(left.uploadUrl);
    upload.resumeFromPreviousUpload(left);
  }
  return upload;
}

const toUploadId = (url: string): string => url.split('/').at(-1) ?? '';

/** Why the server will never take the file; undefined when it is worth another try. */
function getRefusal(error: Error | DetailedError, maxBytes: number): string | undefined {
  switch (getStatus(error)) {
    case 401:
      return texts.signedOut();
    case 413:
      return texts.tooLarge({ size: formatFileSize(maxBytes) });
    case 415:
      return texts.wrongType();
    case 507:
      return texts.storageFull();
    default:
      return undefined;
  }
}

/** Neither the service's own answer about the file nor one that says to come back later. */
function isUnexplained(error: Error | DetailedError): boolean {
  const status = getStatus(error);
  return status > 0 && status < 500 && ![408, 409, 423, 429].includes(status);
}

/** Why the server doesn't take the file now; undefined where the connection, or a proxy, is what keeps it from coming. */
function getPauseReason(error: Error | DetailedError): string | undefined {
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined;
  return getStatus(error) === 429 && body === texts.tooManyOpen() ? body : undefined;
}

/** The status of the server's answer; 0 where there was none. */
function getStatus(error: Error | DetailedError): number {
  return 'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

/** Removes an upload that is all there from the server; what can't be removed now is swept later. */
export function removeUpload(uploadId: string): void {
  const headers = { 'tus-resumable': '1.0.0' };
  fetch(`${endpoint}/${uploadId}`, { method: 'DELETE', headers }).catch(() => undefined);
}
