'use client';

import { CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { documentTexts as texts } from '#components/texts/document';
import { useRoom } from './edit-room';
import styles from './panel-place.module.css';
import { allPanels, type Panel } from './panels';

/** Where the chosen panel stands: beside the text, on a phone above it. */
export function PanelPlace() {
  const { panel } = useRoom();
  const shown = allPanels.find(({ id }) => id === panel);
  return shown && <OpenPanel key={shown.id} panel={shown} />;
}

function OpenPanel({ panel: { id, title, Component } }: { panel: Panel }) {
  const { openPanel } = useRoom();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <aside className={styles['panel']} aria-labelledby="panel-title" data-panel={id}>
      <header className={styles['head']}>
        <h2 id="panel-title" ref={heading} tabIndex={-1} className={styles['title']}>
          {title}
        </h2>
        <CloseButton aria-label={texts.closePanel} onClick={() => openPanel(undefined)} />
      </header>
      <div className={styles['body']}>
        <Component />
      </div>
    </aside>
  );
}
