import * as texts from '#messages/editor/requests';
import type { AuthorizedRequest } from '#app/editor/with-access';
import { problem } from '#app/editor/problem';
import { hasAlready, readIfMatch, readJson, readNumber, readSaver } from '#app/editor/read-request';
import type { SaveResult } from '#lib/revisions/find-save-result';
import { parseChange } from '#lib/revisions/changes/parse-change';
import { readChanges } from '#lib/revisions/changes/read-changes';
import { readEdit } from '#lib/revisions/read-edit';
import { readWords } from '#lib/revisions/read-machine';
import { saveEdit } from '#lib/revisions/save-edit';

const revalidated = { 'cache-control': 'private, no-cache' };
const wordsTag = '"machine"';

/** The machine words in columns: starts as differences, confidences in hundredths, null where there is none. They never change. */
export async function answerWords({ db, accountId, jobId, request }: AuthorizedRequest): Promise<Response> {
  const headers = { ...revalidated, etag: wordsTag };
  if (hasAlready(request, wordsTag)) return new Response(null, { status: 304, headers });
  const words = await readWords(db, { accountId, jobId });
  const columns = {
    texts: words.map(({ text }) => text),
    startMs: words.map(({ startMs }, i) => startMs - (words[i - 1]?.startMs ?? 0)),
    durationMs: words.map(({ startMs, endMs }) => endMs - startMs),
    confidence: words.map(({ confidence }) =>
      confidence === undefined ? null : Math.round(confidence * 100),
    ),
  };
  return Response.json(columns, { headers });
}

/** The newest edit, with its revision as ETag. */
export async function answerEdit({ db, accountId, jobId, request }: AuthorizedRequest): Promise<Response> {
  const edit = await readEdit(db, { accountId, jobId });
  const headers = { ...revalidated, etag: `"${edit.revision}"` };
  if (hasAlready(request, headers.etag)) return new Response(null, { status: 304, headers });
  return Response.json(edit, { headers });
}

/** Saves a change: 412 with what it missed where it is for an earlier revision than the latest. */
export async function answerSave({
  db,
  accountId,
  jobId,
  author,
  request,
}: AuthorizedRequest): Promise<Response> {
  const match = readIfMatch(request);
  if (match instanceof Response) return match;
  const saver = readSaver(request);
  if (saver instanceof Response) return saver;
  const body = await readJson(request);
  if (body instanceof Response) return body;
  const change = parseChange(body.sent);
  return savedResponse(await saveEdit(db, { accountId, jobId, author, change, ...match, ...saver }));
}

/** The result of a save or of a restoration. */
export function savedResponse(saved: SaveResult): Response {
  const { revision } = saved;
  const headers = { etag: `"${revision}"` };
  if (saved.kind === 'saved') return Response.json({ revision }, { headers });
  const answer = problem(412, texts.conflict({ revision }), { revision, change: saved.change });
  answer.headers.set('etag', headers.etag);
  return answer;
}

/** What has changed since a revision. */
export async function answerChanges({ db, accountId, jobId, request }: AuthorizedRequest): Promise<Response> {
  const since = readNumber(new URL(request.url).searchParams.get('since'));
  return Response.json(await readChanges(db, { accountId, jobId }, since));
}
