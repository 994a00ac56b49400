'use client';

import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { historyTexts as texts } from '#components/texts/history';
import { useRoom } from '../edit-room';
import styles from './past.module.css';

/** What stands above an earlier version or a comparison: what it is, and a bar of what can be done, always in sight. */
export function PastHead({ title, about, tools }: { title: ReactNode; about: ReactNode; tools: ReactNode }) {
  const { showPast } = useRoom();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className={styles['head']}>
        <h2 ref={heading} tabIndex={-1} className={styles['title']}>
          {title}
        </h2>
        {about}
      </div>
      <div className={styles['tools']}>
        {tools}
        <Button size="xs" variant="default" onClick={() => showPast(undefined)}>
          {texts.back}
        </Button>
      </div>
    </>
  );
}
