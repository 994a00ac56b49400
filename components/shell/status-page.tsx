import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A page with only a message and possible actions. */
export function StatusPage({
  title,
  children,
  actions,
}: {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div style={{ maxWidth: '36rem', marginInline: 'auto', paddingBlock: 'clamp(1rem, 8vh, 6rem)' }}>
      <Title order={1}>{title}</Title>
      <Text mt="md" mb="xl" component="div">
        {children}
      </Text>
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
    </div>
  );
}
