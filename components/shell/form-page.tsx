'use client';

import { Anchor, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from '#components/ui/link';

/** A page with one small form, and alternative links. */
export function FormPage({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <div style={{ maxWidth: '24rem', marginInline: 'auto' }}>
      <Title order={1}>{title}</Title>
      <Text c="dimmed" mt="xs" mb="lg">
        {lead}
      </Text>
      {children}
    </div>
  );
}

/** A link below a form. */
export function FormLink({
  href,
  question,
  children,
}: {
  href: string;
  question?: string;
  children: string;
}) {
  return (
    <Text mt="md">
      {question}{' '}
      <Anchor component={Link} href={href} underline="always">
        {children}
      </Anchor>
    </Text>
  );
}

/** Replaces a submitted form, and takes the focus so that screen readers read it. */
export function FormDone({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
      <FormPage title={title} lead={lead}>
        {children}
      </FormPage>
    </div>
  );
}
