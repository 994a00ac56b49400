'use client';

import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

/** A button that ignores clicks while busy. Mantine would disable it, which loses the focus. */
export function BusyButton({
  isBusy,
  disabled = false,
  onClick,
  ...props
}: ButtonProps & ComponentPropsWithoutRef<'button'> & { isBusy: boolean }) {
  return (
    <Button
      {...props}
      disabled={disabled}
      loading={isBusy}
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      renderRoot={(root) => <button {...root} disabled={disabled} />}
    />
  );
}

/** A small button for list rows and bars. */
export function SmallButton(props: ButtonProps & ComponentPropsWithoutRef<'button'>) {
  return <Button variant="default" size="xs" h={36} {...props} />;
}
