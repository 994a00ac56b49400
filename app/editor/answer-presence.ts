import { z } from 'zod';
import type { AtDoor } from '#app/editor/at-door';
import { refuseOtherSites } from '#app/editor/open-door';
import { problem } from '#app/editor/problem';
import { readJson } from '#app/editor/read-request';
import { doorTexts as texts } from '#components/texts/doors';
import { noteAbsence, notePresence } from '#lib/transcripts/together/note-presence';

const client = z.string().regex(/^[\w-]{1,64}$/);
const sign = z.object({
  client,
  monologue: z.string().max(64).optional(),
  /** For a beacon, which can't be a DELETE. */
  leaves: z.literal(true).optional(),
});

/** Takes a sign of life of an open editor, or its last one. */
export async function answerPresence(at: AtDoor): Promise<Response> {
  const { db, jobId, author, may, request } = at;
  const stranger = refuseOtherSites(request);
  if (stranger !== undefined) return stranger;
  const body = await readJson(request);
  if (body instanceof Response) return body;
  const parsed = sign.safeParse(body.sent);
  if (!parsed.success) return problem(400, texts.strangePresence);
  const { leaves, ...here } = parsed.data;
  if (leaves) return leave(at, here.client);
  const { kind, name, linkId } = author;
  await notePresence(db, { jobId, kind, name, linkId, may, ...here });
  return new Response(null, { status: 204 });
}

/** Takes leave of an editor that is being closed. */
export async function answerAbsence(at: AtDoor): Promise<Response> {
  const stranger = refuseOtherSites(at.request);
  if (stranger !== undefined) return stranger;
  const parsed = client.safeParse(new URL(at.request.url).searchParams.get('client'));
  return parsed.success ? leave(at, parsed.data) : problem(400, texts.strangePresence);
}

async function leave({ db, jobId, author }: AtDoor, client: string): Promise<Response> {
  await noteAbsence(db, { jobId, client, linkId: author.linkId });
  return new Response(null, { status: 204 });
}
