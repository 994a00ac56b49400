import { getSession } from '#app/session';
import { receiveUpload } from '#lib/uploads/receive-upload';
import * as texts from '#messages/uploads';

export const dynamic = 'force-dynamic';

/** The tus protocol for whoever is signed in. What was uploaded is never served from here. */
async function answer(request: Request): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return new Response(texts.signedOut(), { status: 401 });
  return receiveUpload(request, { accountId: who.accountId, path: '/jobs/uploads' });
}

export { answer as POST, answer as PATCH, answer as HEAD, answer as DELETE };
