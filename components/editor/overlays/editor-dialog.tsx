import * as commonTexts from '#messages/common';
import { Modal, type ModalProps } from '@mantine/core';
import { focusFirst } from '#components/ui/focus-on-mount.ts';

/** A dialog over the editor, without a transition. The caller returns the focus when it closes. */
export function EditorDialog({
  closeName = commonTexts.close(),
  ...rest
}: Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'yOffset' | 'children'> & {
  /** The label of the close button. */
  closeName?: string;
}) {
  return (
    <Modal
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': closeName, ref: focusFirst }}
      {...rest}
    />
  );
}
