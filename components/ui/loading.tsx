import { Loader, VisuallyHidden } from '@mantine/core';

/** A spinner; screen readers read the label. */
export function Loading({ label }: { label: string }) {
  return (
    <div>
      <Loader size="sm" aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  );
}
