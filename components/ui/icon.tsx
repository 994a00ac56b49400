import type { ComponentType } from 'react';

/** An icon of `@tabler/icons-react`. */
export type IconShape = ComponentType<{
  size?: number;
  stroke?: number;
  className?: string;
  'aria-hidden'?: boolean;
}>;

/** A decorative icon beside text or in a labeled button, hidden from screen readers. */
export function Icon({ shape: Shape, size = 18 }: { shape: IconShape; size?: number }) {
  return <Shape size={size} stroke={1.75} aria-hidden />;
}
