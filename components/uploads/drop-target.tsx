'use client';

import { IconUpload } from '@tabler/icons-react';
import { usePathname, useRouter } from 'next/navigation';
import { useState } from 'react';
import { Icon } from '#components/ui/icon';
import * as texts from '#messages/uploads';
import styles from './drop-target.module.css';
import { leaveFiles } from './dropped-files';
import { useFileDrop } from './use-file-drop';

/** Passes files dropped on any account page to the Transcripts page. Covers the page while files hover over it. */
export function DropTarget() {
  const path = usePathname();
  const router = useRouter();
  const [count, setCount] = useState(0);
  const isDropping = useFileDrop((files) => {
    if (files.length === 0) return;
    setCount(files.length);
    leaveFiles(files);
    if (path !== '/jobs') router.push('/jobs');
  });
  return (
    <output className={isDropping ? styles['target'] : 'unseen'}>
      {isDropping ? (
        <span className={styles['text']}>
          <Icon shape={IconUpload} />
          {texts.dropNow()}
        </span>
      ) : (
        count > 0 && texts.dropped({ count })
      )}
    </output>
  );
}
