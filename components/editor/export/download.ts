import * as texts from '#messages/editor/export';
import { parse } from 'content-disposition';
import type { ActionResult } from '#components/ui/action-result.ts';
import { editorRequest } from '#components/editor/api/editor-request.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { saveAll } from '#components/editor/sync/save-all.ts';
import type { ExportTemplate } from '#lib/transcript/text/export-template';
import { getExportPath, type ExportOptions } from './export-options';

/** Saves local changes, then downloads the file. Returns its name. */
export async function download(
  services: Pick<EditorServices, 'api' | 'sync'>,
  options: ExportOptions,
  template: ExportTemplate,
): Promise<ActionResult<string>> {
  if (!(await saveAll(services))) return { error: texts.notSaved() };
  const response = await editorRequest(services, getExportPath(options, template));
  if ('error' in response) return response;
  return { value: await saveFile(response.value) };
}

/** Saves local changes, then loads the preview of the first page from this path. */
export async function loadPreview(
  services: Pick<EditorServices, 'api' | 'sync'>,
  path: string,
): Promise<ActionResult<string>> {
  if (!(await saveAll(services))) return { error: texts.notSaved() };
  const response = await editorRequest(services, path);
  return 'error' in response ? response : { value: await response.value.text() };
}

/** Saves a response's file through the browser. Returns its name. */
export async function saveFile(response: Response): Promise<string> {
  const name = getFileName(response);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return name;
}

function getFileName({ headers }: Response): string {
  const given = headers.get('content-disposition');
  return (given === null ? undefined : parse(given).parameters['filename']) ?? 'transcript';
}
