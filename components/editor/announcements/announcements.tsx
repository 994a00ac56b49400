import { VisuallyHidden } from '@mantine/core';
import { useEditorContext } from '#components/editor/context.ts';
import { useStored } from '#components/ui/store.ts';

/** Has a screen reader say what is announced, politely. */
export function Announcements() {
  const { text, number } = useStored(useEditorContext().announcement);
  return (
    <VisuallyHidden aria-live="polite">
      <span key={number}>{text}</span>
    </VisuallyHidden>
  );
}
