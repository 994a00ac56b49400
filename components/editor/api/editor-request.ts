import * as commonTexts from '#messages/common';
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

/** As `editorRequest`, for an answer in JSON. */
export async function editorRequestJson<Value>(
  { api }: Pick<EditorServices, 'api'>,
  path: string,
): Promise<ActionResult<Value>> {
  return toActionResult(await api.requestJson<Value>(path));
}

function toActionResult<Value>(result: RequestResult<Value>): ActionResult<Value> {
  return 'error' in result ? { error: result.error.reason ?? commonTexts.serverUnreachable() } : result;
}
