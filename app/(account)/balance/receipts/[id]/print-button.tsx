'use client';

import { Button } from '@mantine/core';

/** Prints the page. */
export function PrintButton({ children }: { children: string }) {
  return (
    <Button className="screen-only" variant="default" onClick={() => globalThis.print()}>
      {children}
    </Button>
  );
}
