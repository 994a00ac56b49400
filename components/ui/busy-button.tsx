'use client';

import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

/** A button that is busy and does nothing meanwhile. Mantine would disable it, which takes the focus away for good. */
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
