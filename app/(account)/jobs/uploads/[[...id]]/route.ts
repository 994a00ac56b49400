import { getSession } from '#app/session';
import { noteOfUpload } from '#lib/uploads/note-of-upload';
import { isLinkId, maxOptionsLength, removeLink, saveLinkOptions } from '#lib/uploads/pending-links';
import { removeTranscript } from '#lib/uploads/transcripts';
import { receiveUpload } from '#lib/uploads/receive-upload';
import * as texts from '#messages/uploads';

/** The tus protocol for the signed-in account. What was uploaded is never served from here. */
async function answer(request: Request): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return new Response(texts.signedOut(), { status: 401 });
  return receiveUpload(request, { accountId: who.accountId, path: '/jobs/uploads' });
}

/** Saves the options that were chosen for an upload or a link. */
export async function PUT(
  request: Request,
  { params }: { params: Promise<{ id?: string[] }> },
): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return new Response(texts.signedOut(), { status: 401 });
  const [uploadId = ''] = (await params).id ?? [];
  // A body without a declared length has no end that is known.
  const length = Number(request.headers.get('content-length') ?? Infinity);
  if (length > maxOptionsLength) return new Response(texts.refused(), { status: 413 });
  const { db, accountId } = who;
  const options = await request.text();
  await (isLinkId(uploadId)
    ? saveLinkOptions(db, { accountId, linkId: uploadId, options })
    : noteOfUpload({ accountId, uploadId }, { options }));
  return new Response(null, { status: 204 });
}

/** Removes an upload with its transcript, or a link. */
export async function DELETE(
  request: Request,
  { params }: { params: Promise<{ id?: string[] }> },
): Promise<Response> {
  const [uploadId = ''] = (await params).id ?? [];
  if (isLinkId(uploadId)) return answerRemoval(uploadId);
  const answered = await answer(request);
  const who = answered.ok ? await getSession() : undefined;
  if (who !== undefined) await removeTranscript(who.db, { accountId: who.accountId, uploadId });
  return answered;
}

async function answerRemoval(linkId: string): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return new Response(texts.signedOut(), { status: 401 });
  await removeLink(who.db, { accountId: who.accountId, linkId });
  return new Response(null, { status: 204 });
}

export { answer as POST, answer as PATCH, answer as HEAD };
