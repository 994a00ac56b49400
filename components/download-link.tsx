'use client';

import { Button } from '@mantine/core';

/** A link to a file, to be saved, that looks like a button. */
export function DownloadLink({ href, children }: { href: string; children: string }) {
  return (
    <Button component="a" href={href} download variant="default">
      {children}
    </Button>
  );
}
