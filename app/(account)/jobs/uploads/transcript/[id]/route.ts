import { explainFaults } from '#app/explain/explain-fault';
import { getSession } from '#app/session';
import { withStoredBody } from '#lib/api/body/with-stored-body';
import { maxImportBytes } from '#lib/api/v1/import-schemas';
import { findRefusal } from '#lib/outage';
import { openStorage } from '#lib/storage/open-storage';
import { addTranscript, removeTranscript } from '#lib/uploads/transcripts';
import * as errorTexts from '#messages/errors';
import * as importTexts from '#messages/editor/import';
import * as texts from '#messages/uploads';

interface Context {
  params: Promise<{ id: string }>;
}

/** Adds the transcript in the body, a file named by `?name=`, to an upload of the signed-in account, in place of an earlier one. */
export async function PUT(request: Request, { params }: Context): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return answer(401, texts.signedOut());
  const which = { accountId: who.accountId, uploadId: (await params).id };
  const fileName = new URL(request.url).searchParams.get('name') ?? '';
  const body = { storage: openStorage(), maxBytes: maxImportBytes };
  try {
    const name = await withStoredBody(request, body, (file) =>
      addTranscript(who.db, { ...which, file, fileName }, request.signal),
    );
    return name === undefined ? answer(404, texts.gone()) : answer(204);
  } catch (error) {
    const { reason } = findRefusal(error) ?? {};
    switch (reason?.kind) {
      case 'invalid-parameters':
        return answer(400, explainFaults(reason.parameters));
      case 'payload-too-large':
        return answer(413, importTexts.tooLarge({ megabytes: reason.maxBytes / 1024 ** 2 }));
      case 'service-unavailable':
      case 'storage-full':
        return answer(503, errorTexts.refusals[reason.kind]());
      default:
        throw error;
    }
  }
}

/** Removes the transcript of an upload; the upload stays. */
export async function DELETE(_request: Request, { params }: Context): Promise<Response> {
  const who = await getSession();
  if (who === undefined) return answer(401, texts.signedOut());
  await removeTranscript(who.db, { accountId: who.accountId, uploadId: (await params).id });
  return answer(204);
}

const answer = (status: number, text?: string): Response => new Response(text ?? null, { status });
