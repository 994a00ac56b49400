'use client';

import * as commonTexts from '#messages/common';
import { CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useEditorServices, useOpenPanel } from '#components/editor/context.ts';
import styles from './panel-area.module.css';
import { allPanels, type Panel } from './panels';

/** The open panel: beside the text, or over it on a phone. */
export function PanelArea() {
  const open = useOpenPanel();
  const shown = allPanels.find(({ id }) => id === open);
  return shown && <OpenPanel key={shown.id} panel={shown} />;
}

function OpenPanel({ panel: { id, title, Component } }: { panel: Panel }) {
  const { panel } = useEditorServices();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    heading.current?.focus();
    // Restores the focus, unless it has moved elsewhere.
    return () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape of the controls inside
    <aside
      className={styles['panel']}
      aria-labelledby="panel-title"
      data-panel={id}
      data-region="panel"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // React also reports keys from the panel's dialogs, which handle Escape themselves.
        if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
        panel.set(undefined);
      }}
    >
      <header className={styles['head']}>
        <h2 id="panel-title" ref={heading} tabIndex={-1} className={styles['title']}>
          {title()}
        </h2>
        <CloseButton aria-label={commonTexts.close()} onClick={() => panel.set(undefined)} />
      </header>
      <div className={styles['body']}>
        <Component />
      </div>
    </aside>
  );
}
