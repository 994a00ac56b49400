import * as commonTexts from '#messages/common';
import type { Edit } from '#lib/transcript/edit';
import type { ActionResult } from '#components/ui/action-result.ts';
import type { EditorServices } from '#components/editor/context.ts';
import type { RequestResult } from './editor-client';

/** Sends a request on behalf of a person. Returns errors as messages. */
export async function editorRequest(
  { api }: Pick<EditorServices, 'api'>,
  path: string,
  init?: RequestInit,
): Promise<ActionResult<Response>> {
  return toActionResult(await api.request(path, init));
}

/** Like `editorRequest`, for a JSON answer. */
export async function editorRequestJson<Value>(
  { api }: Pick<EditorServices, 'api'>,
  path: string,
): Promise<ActionResult<Value>> {
  return toActionResult(await api.requestJson<Value>(path));
}

/** Reads a version, after loading the machine words that it refers to. */
export async function readVersion(
  services: Pick<EditorServices, 'api' | 'sync'>,
  number: number,
): Promise<ActionResult<Edit>> {
  const read = await services.api.requestJson<Edit>(`revisions/${number}`);
  const error = 'error' in read ? undefined : await services.sync.loadWords(read.value);
  return toActionResult(error === undefined ? read : { error });
}

function toActionResult<Value>(result: RequestResult<Value>): ActionResult<Value> {
  return 'error' in result ? { error: result.error.reason ?? commonTexts.serverUnreachable() } : result;
}
