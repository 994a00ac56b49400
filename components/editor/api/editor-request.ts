import * as commonTexts from '#messages/common';
import type { ActionResult } from '#components/ui/action-result.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { nameHeader } from './editor-api';

/** Sends a request about the open transcript, under the person's name. Errors come in words. */
export async function editorRequest(
  { access, presence }: Pick<EditorServices, 'access' | 'presence'>,
  path: string,
  init: RequestInit = {},
): Promise<ActionResult<Response>> {
  const unreachable = { error: commonTexts.serverUnreachable() };
  try {
    const headers = { ...nameHeader(presence.guestName()), ...(init.headers as Record<string, string>) };
    const response = await fetch(`${access.address}/${path}`, { ...init, headers });
    if (response.ok) return { value: response };
    const problem = (await response.json()) as { detail?: string };
    return problem.detail === undefined ? unreachable : { error: problem.detail };
  } catch {
    return unreachable;
  }
}

/** As `askDoor`, for an answer in JSON. */
export async function editorRequestJson<Value>(
  services: Pick<EditorServices, 'access' | 'presence'>,
  path: string,
): Promise<ActionResult<Value>> {
  const result = await editorRequest(services, path);
  if ('error' in result) return result;
  try {
    return { value: (await result.value.json()) as Value };
  } catch {
    return { error: commonTexts.serverUnreachable() };
  }
}
