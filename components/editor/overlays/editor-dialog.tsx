import { Modal, type ModalProps } from '@mantine/core';
import { focusFirst } from './focus-first';

/** A dialog over the editor. It opens at once; its caller returns the focus when it closes. */
export function EditorDialog({
  closeName,
  ...rest
}: Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'yOffset' | 'children'> & {
  /** The label of the close button. */
  closeName: string;
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
