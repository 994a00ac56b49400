'use client';

import { formatPercent, formatClock } from '#lib/messages/format';
import * as texts from '#messages/editor/review';
import { Button, Progress, UnstyledButton } from '@mantine/core';
import { useEffect } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { lazyPart } from '#components/ui/lazy-part';
import { focusIfLost } from '#components/ui/focus-on-mount.ts';
import './low-confidence.css';
import { ItemCard } from './item-card';
import { getReview, startReview, stopReview, useReview, describeItem } from './review-commands';
import styles from './review-panel.module.css';

const ItemFilters = lazyPart(async () => (await import('./item-filters')).ItemFilters);

/** Steps through the items. Closing the panel ends the review. */
export function ReviewPanel() {
  const services = useEditorServices();
  const { isOn, hasConfidence } = useReview();
  const review = getReview(services);
  useEffect(() => review.stop, [review]);
  if (!isOn) {
    return (
      <div className={styles['panel']}>
        <p className={styles['text']}>{texts.intro()}</p>
        {!hasConfidence && <p className={styles['text']}>{texts.noConfidence()}</p>}
        {services.access.may === 'view' && <p className={styles['text']}>{texts.viewOnly()}</p>}
        <Button ref={focusIfLost} onClick={() => void startReview(services)}>
          {texts.start()}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['panel']}>
      <ItemCard />
      {!hasConfidence && <p className={styles['text']}>{texts.noConfidence()}</p>}
      <Meter />
      <details className={styles['options']} open={isWide()}>
        <summary>{texts.options()}</summary>
        <ItemList />
        <ItemFilters />
        <Button variant="default" size="compact-sm" onClick={() => stopReview(services)}>
          {texts.stop()}
        </Button>
      </details>
    </div>
  );
}

/** On a small screen, the text needs the space. */
const isWide = (): boolean => matchMedia('(min-width: 60em)').matches;

function Meter() {
  const { items, remaining, isPending } = useReview();
  const reviewed = items.length - remaining.length;
  return (
    <div className={styles['meter']}>
      <p className={styles['text']} id="review-meter">
        {items.length === 0
          ? texts.nothing()
          : texts.progress({
              reviewed,
              total: items.length,
              percent: formatPercent((reviewed / items.length) * 100),
            })}
      </p>
      <Progress
        value={items.length === 0 ? 100 : (reviewed / items.length) * 100}
        aria-label={texts.progressLabel()}
        size="sm"
      />
      {isPending && <p className={styles['faint']}>{texts.pending()}</p>}
    </div>
  );
}

const before = 2;
const shown = 7;

/** The remaining items around the current one. */
function ItemList() {
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
