'use client';

import * as frameTexts from '#messages/frame';
import * as texts from '#messages/editor/rename';
import { UnstyledButton } from '@mantine/core';
import { useEffect } from 'react';
import { useEditorServices, useJobName } from '#components/editor/context.ts';
import { useStored } from '#components/ui/store.ts';
import styles from './job-title.module.css';
import { RenameField } from './rename-field';

/** The transcript's name, in the bar and as the page title. The owner can rename it here. */
export function JobTitle() {
  const { access, overlay, run } = useEditorServices();
  const name = useJobName();
  const isRenaming = useStored(overlay)?.kind === 'rename';
  useEffect(() => {
    document.title = frameTexts.tab({ title: name });
  }, [name]);
  return (
    <>
      <div className={styles['heading']}>
        <h1 className={styles['name']} title={name}>
          <bdi>{name}</bdi>
        </h1>
        {access.rename !== undefined && (
          <UnstyledButton
            className={styles['rename'] ?? ''}
            aria-label={texts.rename()}
            title={name}
            onClick={() => run('rename')}
          />
        )}
      </div>
      {isRenaming && access.rename !== undefined && <RenameField rename={access.rename} />}
    </>
  );
}
