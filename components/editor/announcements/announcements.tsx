import { VisuallyHidden } from '@mantine/core';
import { useEditorServices } from '#components/editor/context.ts';
import { useStored } from '#components/ui/store.ts';

/** Has a screen reader say what is announced, politely. */
export function Announcements() {
  const { text, number } = useStored(useEditorServices().announcement);
  return (
    <VisuallyHidden aria-live="polite">
      <span key={number}>{text}</span>
    </VisuallyHidden>
  );
}
