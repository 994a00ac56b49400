'use client';

import * as commonTexts from '#messages/common';
import * as texts from '#messages/editor/uploads';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState, type ComponentType } from 'react';
import { isMedia, isTranscript } from '#components/uploads/media-type.ts';
import { useFileDrop } from '#components/uploads/use-file-drop.ts';
import { useEditorServices, type UploadActions } from '#components/editor/context.ts';
import { Icon } from '#components/ui/icon';
import { Notice } from '#components/editor/sync/status/notice';
import targetStyles from '#components/uploads/drop-target.module.css';

/** The uploads since the first drop. */
interface Uploading {
  Progress: ComponentType<{ keys: readonly string[]; onClose: () => void }>;
  keys: readonly string[];
}

/** Uploads recordings that the owner drops on the editor to their account, and imports a dropped transcript. */
export function DroppedRecordings() {
  const { access } = useEditorServices();
  return access.uploads && <DropTarget actions={access.uploads} />;
}

function DropTarget({ actions }: { actions: UploadActions }) {
  /** Recordings whose upload could not start. */
  const [failed, setFailed] = useState<readonly File[]>([]);
  const [uploading, setUploading] = useState<Uploading>();
  const { editor, overlay, sync } = useEditorServices();
  const add = async (files: readonly File[]): Promise<void> => {
    setFailed([]);
    try {
      const { beginUploads, UploadProgress } = await import('./upload-progress');
      const added = await beginUploads(files, actions);
      setUploading((before) => ({ Progress: UploadProgress, keys: [...(before?.keys ?? []), ...added] }));
    } catch {
      setFailed((before) => [...before, ...files]);
    }
  };
  const drop = (files: readonly File[]): void => {
    const recordings = files.filter(isMedia);
    const transcript = files.find(isTranscript);
    if (recordings.length > 0) void add(recordings);
    else if (transcript !== undefined && sync.view().canEdit)
      overlay.set({ kind: 'import', file: transcript });
  };
  const isDropping = useFileDrop(drop, isWanted);
  return (
    <>
      {isDropping && (
        <div className={targetStyles['target']}>
          <span className={targetStyles['text']}>
            <Icon shape={IconUpload} />
            {texts.dropNow()}
          </span>
        </div>
      )}
      {failed.length > 0 && (
        <Notice text={texts.failed({ count: failed.length })}>
          <Button
            size="compact-sm"
            onClick={() => {
              void add(failed);
              // Closing removes the focused button.
              editor.view.focus();
            }}
          >
            {commonTexts.tryAgain()}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              setFailed([]);
              editor.view.focus();
            }}
          >
            {commonTexts.close()}
          </Button>
        </Notice>
      )}
      {uploading && <uploading.Progress keys={uploading.keys} onClose={() => setUploading(undefined)} />}
    </>
  );
}

/** True if a recording or transcript is dragged. Some browsers don't reveal that before the drop. */
function isWanted({ files, items }: DataTransfer): boolean {
  if (files.length > 0) return [...files].some((file) => isMedia(file) || isTranscript(file));
  const types = [...items].flatMap(({ kind, type }) => (kind === 'file' ? [type] : []));
  return types.length === 0 || types.some((type) => !/^(?:image|font)\//.test(type));
}
