import { getSession } from '#app/session';
import { noteOfUpload } from '#lib/uploads/note-of-upload';
import { receiveUpload } from '#lib/uploads/receive-upload';
import * as texts from '#messages/uploads';

/** The tus protocol for the signed-in account. What was uploaded is never served from here. */
async function answer(request: Request): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return new Response(texts.signedOut(), { status: 401 });
  return receiveUpload(request, { accountId: who.accountId, path: '/jobs/uploads' });
}

/** The options of an upload are a form of the page's, which alone reads them: phrases of a vocabulary take most of it. */
const maxOptions = 200_000;

/** Saves the options that were chosen for an upload. */
export async function PUT(
  request: Request,
  { params }: { params: Promise<{ id?: string[] }> },
): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return new Response(texts.signedOut(), { status: 401 });
  const [uploadId = ''] = (await params).id ?? [];
  // A body without a declared length has no end that is known.
  const length = Number(request.headers.get('content-length') ?? Infinity);
  if (length > maxOptions) return new Response(texts.refused(), { status: 413 });
  await noteOfUpload({ accountId: who.accountId, uploadId }, { options: await request.text() });
  return new Response(null, { status: 204 });
}

export { answer as POST, answer as PATCH, answer as HEAD, answer as DELETE };
