import * as texts from '#messages/editor/history';
import { nanoid } from 'nanoid';
import type { ActionResult } from '#components/ui/action-result.ts';
import { editorRequest } from '#components/editor/api/editor-request.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { saveAll } from '#components/editor/sync/save-all.ts';

/** Makes a version the newest one again, after saving what was typed. The text follows by the stream of events. */
export async function restoreRevision(
  services: Pick<EditorServices, 'api' | 'sync'>,
  number: number,
): Promise<ActionResult<void>> {
  if (!(await saveAll(services))) return { error: texts.restoreNotSaved() };
  const response = await editorRequest(services, `revisions/${number}/restore`, {
    method: 'POST',
    headers: { 'If-Match': `"${services.sync.revision()}"`, 'Idempotency-Key': nanoid() },
  });
  return 'error' in response ? response : { value: undefined };
}
