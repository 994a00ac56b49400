'use client';

import * as texts from '#messages/editor/review';
import { UnstyledButton } from '@mantine/core';
import { formatClock } from '#lib/messages/format';
import { useEditorServices } from '#components/editor/context.ts';
import { describeItem, getReview } from './review-commands';
import styles from './review-panel.module.css';
import { useReview } from './use-review';

const before = 2;
const shown = 7;

/** The places that are left around the current one. */
export function ItemList() {
  const services = useEditorServices();
  const { now, remaining } = useReview();
  if (remaining.length === 0) return null;
  const at = remaining.findIndex(({ item }) => now !== undefined && item.from >= now.item.from);
  const first = Math.max(0, Math.min(at - before, remaining.length - shown));
  return (
    <ol className={styles['list']} aria-label={texts.list()}>
      {remaining.slice(first, first + shown).map((located) => (
        <li key={`${located.item.from}-${located.item.to}`}>
          <UnstyledButton
            className={styles['place'] ?? ''}
            aria-current={located.item === now?.item || undefined}
            onClick={() => getReview(services).select(located, 'stay')}
          >
            <span className={styles['clock']}>{formatClock(located.startMs)}</span>
            <span className={styles['what']}>{describeItem(services, located)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}
