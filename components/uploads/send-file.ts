import type { DetailedError, Upload } from 'tus-js-client';
import { formatFileSize } from '#lib/messages/format';
import * as texts from '#messages/uploads';
import { chooseMediaType } from './media-type';

/** The events of an upload. */
export interface SendingEvents {
  /** The server has created or resumed the upload. */
  onBegun: (uploadId: string) => void;
  onProgress: (sentBytes: number) => void;
  /**
   * The connection is lost, or the server can't accept it now for the given reason; the upload resumes automatically.
   */
  onPaused: (why?: string) => void;
  onDone: (uploadId: string) => void;
  onRefused: (why: string) => void;
}

/** An upload to continue. */
export interface SendingTarget {
  uploadId: string;
}

/** The base path of uploads; the ID of one follows. */
export const endpoint = '/jobs/uploads';
const maxPauseMs = 10_000;
/**
 * The maximum number of unexplained responses: a proxy's own, or one to a request that another request for the same
 * upload ended.
 */
const maxUnexplained = 4;
/** A connection without progress for this long is replaced. */
const stalledMs = 30_000;

/** URLs to which this page is uploading: the same file chosen twice is two uploads. */
const inUse = new Set<string>();

/**
 * Uploads a file by tus, resuming after interruptions and earlier visits. Returns a function that cancels and removes
 * the upload.
 */
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
    // A pause can end while the upload is being prepared; the file is sent only once.
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
    // If this fails, the sweep removes it later.
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
    // Retries are handled here, without a limit.
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

/** Returns the reason why the server will never accept the file; undefined if a retry may succeed. */
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

/** True for a response that is neither the service's verdict on the file nor a request to retry later. */
function isUnexplained(error: Error | DetailedError): boolean {
  const status = getStatus(error);
  return status > 0 && status < 500 && ![408, 409, 423, 429].includes(status);
}

/**
 * Returns the reason why the server doesn't accept the file now; undefined if the connection or a proxy is the cause.
 */
function getPauseReason(error: Error | DetailedError): string | undefined {
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined;
  return getStatus(error) === 429 && body === texts.tooManyOpen() ? body : undefined;
}

/** Returns the status of the server's response; 0 if there was none. */
function getStatus(error: Error | DetailedError): number {
  return 'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

/** Removes a complete upload from the server; if that fails, the sweep removes it later. */
export function removeUpload(uploadId: string): void {
  const headers = { 'tus-resumable': '1.0.0' };
  fetch(`${endpoint}/${uploadId}`, { method: 'DELETE', headers }).catch(() => undefined);
}
