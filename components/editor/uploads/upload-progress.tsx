import * as commonTexts from '#messages/common';
import * as texts from '#messages/editor/uploads';
import { Button } from '@mantine/core';
import { Link } from '#components/ui/link';
import { isReady } from '#components/uploads/upload-phases.ts';
import { noUploads, uploadsStore } from '#components/uploads/uploads-state.ts';
import { useEditorServices, type UploadActions } from '#components/editor/context.ts';
import { Notice } from '#components/editor/sync/status/notice';
import { useStored } from '#components/ui/store.ts';
import { addFiles } from '#components/uploads/uploads-store.ts';

/** The progress of recordings dropped on the editor, with a link to their page. */
export function UploadProgress({ keys, onClose }: { keys: readonly string[]; onClose: () => void }) {
  const { editor } = useEditorServices();
  const { files } = useStored(uploadsStore, noUploads);
  const left = files.filter(({ key }) => keys.includes(key));
  const refused = left.flatMap(({ name, phase }) =>
    phase.kind === 'refused' ? [{ name, why: phase.why }] : [],
  );
  const ready = left.filter(isReady).length;
  const underWay = left.length - refused.length - ready;
  const close = (): void => {
    onClose();
    // Closing removes the focused button.
    editor.view.focus();
  };
  return (
    <Notice calm isProgress text={getText()}>
      <Link href="/jobs">{texts.open()}</Link>
      <Button size="compact-sm" variant="subtle" onClick={close}>
        {commonTexts.close()}
      </Button>
    </Notice>
  );

  function getText(): string {
    const [first] = refused;
    if (first !== undefined) return texts.refused(first);
    if (underWay > 0) return texts.underWay({ count: underWay });
    return ready > 0 ? texts.ready({ count: ready }) : texts.submitted({ count: keys.length });
  }
}

/** Starts uploads like the Transcripts page does, and returns their keys. Throws if the server is unreachable. */
export async function beginUploads(
  files: readonly File[],
  { readTerms, measure }: UploadActions,
): Promise<string[]> {
  const terms = await readTerms();
  if ('error' in terms) throw new Error(terms.error);
  return addFiles(files, { ...terms.value, measure });
}
