import { Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import styles from './settings-section.module.css';

/** A settings section: title, description and controls. */
export function SettingsSection({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <div>
        <Title order={2} size="h3" id={id} tabIndex={-1}>
          {title}
        </Title>
        <Text c="dimmed" mt={4}>
          {lead}
        </Text>
      </div>
      <div>{children}</div>
    </section>
  );
}
