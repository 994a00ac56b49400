import type { ComponentType } from 'react';

/** An icon of `@tabler/icons-react`. */
export type IconShape = ComponentType<{
  size?: number;
  stroke?: number;
  className?: string;
  'aria-hidden'?: boolean;
}>;

/** A sign beside words, or on a button that has a name: nothing to those who do not see it. */
export function Icon({ shape: Shape, size = 18 }: { shape: IconShape; size?: number }) {
  return <Shape size={size} stroke={1.75} aria-hidden />;
}
