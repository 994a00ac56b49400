import { withAccess, type AuthorizedRequest } from '#app/editor/with-access';
import * as texts from '#messages/editor/requests';
import { z } from 'zod';
import { readJson, readShape } from '#app/editor/read-request';
import { announceAbsence, announcePresence } from '#lib/revisions/presence/note-presence';

const client = z.string().regex(/^[\w-]{1,64}$/);

const sign = z.object({
  client,
  monologue: z.string().max(64).optional(),
  /** For beacons, which can't send DELETE. */
  leaves: z.literal(true).optional(),
});

/** Receives a heartbeat of an open editor, or its last one. */
export const POST = withAccess(async (authorized) => {
  const { db, jobId, author, may, request } = authorized;
  const { leaves, ...here } = readShape(sign, await readJson(request), texts.invalidPresence);
  if (leaves) return leave(authorized, here.client);
  const { kind, name, linkId } = author;
  await announcePresence(db, { jobId, kind, name, linkId, may, ...here });
  return new Response(null, { status: 204 });
});

/** An editor is being closed. */
export const DELETE = withAccess(async (authorized) => {
  const given = new URL(authorized.request.url).searchParams.get('client');
  return leave(authorized, readShape(client, given, texts.invalidPresence));
});

async function leave({ db, jobId, author }: AuthorizedRequest, client: string): Promise<Response> {
  await announceAbsence(db, { jobId, client, linkId: author.linkId });
  return new Response(null, { status: 204 });
}
