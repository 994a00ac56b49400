'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';

/** A link to another page that looks like a button. */
export function ButtonLink({
  href,
  look = 'default',
  children,
}: {
  href: string;
  look?: 'filled' | 'default';
  children: string;
}) {
  return (
    <Button component={Link} href={href} variant={look} size="md">
      {children}
    </Button>
  );
}
