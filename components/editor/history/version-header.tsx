'use client';

import * as texts from '#messages/editor/history';
import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import styles from './version.module.css';

/** The header of an earlier version or a comparison, with an always visible toolbar. */
export function VersionHeader({
  title,
  about,
  tools,
}: {
  title: ReactNode;
  about: ReactNode;
  tools: ReactNode;
}) {
  const { openVersion } = useEditorServices();
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
        <Button size="xs" variant="default" onClick={() => openVersion.set(undefined)}>
          {texts.backToTranscript()}
        </Button>
      </div>
    </>
  );
}
