import type { ActionResult } from '#components/ui/action-result.ts';
import { editorRequest } from '#components/editor/api/editor-request.ts';
import type { EditorServices } from '#components/editor/context.ts';

/** Gives a version a name; an empty one takes it away. */
export async function nameRevision(
  services: Pick<EditorServices, 'api'>,
  number: number,
  name: string,
): Promise<ActionResult<void>> {
  const response = await editorRequest(services, `revisions/${number}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: name.trim() || null }),
  });
  return 'error' in response ? response : { value: undefined };
}
