'use client';

import { Button } from '@mantine/core';
import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link to another page, without prefetching: pages are rendered per reader on demand, so Next.js would fetch nothing
 * useful, twice per visible link.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...props} prefetch={false} />;
}

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
