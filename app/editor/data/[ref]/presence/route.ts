import { withAccess, type AuthorizedRequest } from '#app/editor/with-access';
import * as texts from '#messages/editor/requests';
import { z } from 'zod';
import { problem } from '#app/editor/problem';
import { readJson } from '#app/editor/read-request';
import { announceAbsence, announcePresence } from '#lib/revisions/presence/note-presence';

const client = z.string().regex(/^[\w-]{1,64}$/);

const sign = z.object({
  client,
  monologue: z.string().max(64).optional(),
  /** For a beacon, which can't be a DELETE. */
  leaves: z.literal(true).optional(),
});

export const dynamic = 'force-dynamic';

export const POST = withAccess(answerPresence);
export const DELETE = withAccess(answerAbsence);

/** Takes a sign of life of an open editor, or its last one. */
async function answerPresence(authorized: AuthorizedRequest): Promise<Response> {
  const { db, jobId, author, may, request } = authorized;
  const body = await readJson(request);
  if (body instanceof Response) return body;
  const parsed = sign.safeParse(body.sent);
  if (!parsed.success) return problem(400, texts.invalidPresence());
  const { leaves, ...here } = parsed.data;
  if (leaves) return leave(authorized, here.client);
  const { kind, name, linkId } = author;
  await announcePresence(db, { jobId, kind, name, linkId, may, ...here });
  return new Response(null, { status: 204 });
}

/** Takes leave of an editor that is being closed. */
async function answerAbsence(authorized: AuthorizedRequest): Promise<Response> {
  const parsed = client.safeParse(new URL(authorized.request.url).searchParams.get('client'));
  return parsed.success ? leave(authorized, parsed.data) : problem(400, texts.invalidPresence());
}

async function leave({ db, jobId, author }: AuthorizedRequest, client: string): Promise<Response> {
  await announceAbsence(db, { jobId, client, linkId: author.linkId });
  return new Response(null, { status: 204 });
}
