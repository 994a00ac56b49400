import { basename } from 'node:path/posix';
import { EVENTS, MemoryLocker, Server, TUS_RESUMABLE, type Locker } from '@tus/server';
import { env } from '#lib/settings/env';
import { countUploadBegun, countUploadEnded } from '#lib/metrics/metrics';
import { findOutage, logOutage } from '#lib/outage';
import { newId } from '#lib/ids/new-id';
import { mayBeRecording, undeclaredType } from '#lib/recording-formats';
import type { Refusal } from '#lib/refusal';
import * as errorTexts from '#messages/errors';
import * as texts from '#messages/uploads';
import { postgresLocker } from '#lib/uploads/postgres-locker';
import { UploadRefusal } from '#lib/uploads/create-within-limits';
import { isUploadId, uploadStore } from '#lib/uploads/upload-store';
import { perProcess } from '#lib/per-process';

/**
 * Handles a request of the tus protocol below `path` for the account: creates an upload, appends to it, reports its
 * offset, or removes it. Bodies are streamed to the disk or the bucket. Refuses types that aren't recordings, files
 * larger than the settings allow, and more open uploads than they allow; an ID of another account is not found. Throws
 * errors that are neither refusals nor outages.
 */
export async function receiveUpload(
  request: Request,
  { accountId, path }: { accountId: string; path: string },
): Promise<Response> {
  try {
    return await takeUpload(request, { accountId, path });
  } catch (error) {
    const outage = findOutage(error);
    if (outage === undefined) throw error;
    logOutage(outage);
    return answerOutage(outage);
  }
}

function answerOutage({ reason }: Refusal): Response {
  const headers = { 'tus-resumable': TUS_RESUMABLE };
  if (reason.kind !== 'service-unavailable')
    return new Response(texts.storageFull(), { status: 507, headers });
  return new Response(errorTexts.refusals[reason.kind](), {
    status: 503,
    headers: { ...headers, 'retry-after': String(reason.retryAfterSeconds) },
  });
}

async function takeUpload(
  request: Request,
  { accountId, path }: { accountId: string; path: string },
): Promise<Response> {
  const locks = perProcess('longhandUploadLocks', openLocks);
  const { datastore, toName } = await uploadStore({ accountId });
  const server = new Server({
    path,
    datastore,
    // Requesting a lock ends the request that holds it, so nobody may request another account's.
    locker: { newLock: (id) => locks.newLock(`${accountId}/${id}`) },
    relativeLocation: true,
    maxSize: env().maxUploadBytes,
    // Only pages of this site.
    allowedOrigins: () => false,
    namingFunction: () => toName(newId()),
    generateUrl: (_request, { path: below, id }) => `${below}/${basename(id)}`,
    getFileIdFromRequest: (_request, last = '') => (isUploadId(last) ? toName(last) : undefined),
    onResponseError: (_request, error) => {
      // The tus server would send the message of any other error to the browser.
      if (!('status_code' in error)) throw error;
      return undefined;
    },
    onUploadCreate: async (_request, { metadata }) => {
      const { filename } = metadata ?? {};
      const filetype = metadata?.['filetype'] || undeclaredType;
      if (!filename) throw new UploadRefusal(400, texts.refused());
      // Once complete, the bytes decide if it is a recording.
      if (!mayBeRecording(filetype)) throw new UploadRefusal(415, texts.wrongType());
      // Other metadata is dropped.
      return { metadata: { filename, filetype } };
    },
    onUploadFinish: async () => {
      countUploadEnded('site');
      return {};
    },
  });
  server.on(EVENTS.POST_CREATE, () => countUploadBegun('site'));
  const answer = await server.handleWeb(request);
  // Recognition options are long, and no client needs them; proxies refuse long headers.
  answer.headers.delete('upload-metadata');
  return answer;
}

/** Uploads on disk go to one process; those in a bucket, to any web server. */
function openLocks(): Locker {
  const { bucket, databaseUrl } = env();
  return bucket === undefined || databaseUrl === undefined ? new MemoryLocker() : postgresLocker(databaseUrl);
}
