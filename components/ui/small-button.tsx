import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

/** A button in the row of a list or in a bar. */
export function SmallButton(props: ButtonProps & ComponentPropsWithoutRef<'button'>) {
  return <Button variant="default" size="xs" h={36} {...props} />;
}
