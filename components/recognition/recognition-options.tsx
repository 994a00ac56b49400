'use client';

import { Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import * as texts from '#messages/recognition-options';
import { setOpen } from './choices-store';
import { describeChoices } from './describe-choices';
import type { RecognitionOffer } from './offer';
import styles from './recognition-options.module.css';
import { useChoices } from './use-choices';

/** Most visits need none of it: the script of the fields comes when they are opened. */
const RecognitionFields = lazy(async () => {
  const { RecognitionFields: fields } = await import('./recognition-fields');
  return { default: fields };
});

/** The options for the next recordings: closed at first, with the choices beside the title. */
export function RecognitionOptions({ offer }: { offer: RecognitionOffer }) {
  const { isOpen, choices } = useChoices(offer);
  if (offer.engines.length === 0) return null;
  const chosen = describeChoices(choices, offer);
  return (
    <details
      className={styles['options']}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles['summary']}>
        {texts.title()}
        {chosen !== '' && <span className={styles['chosen']}>{chosen}</span>}
      </summary>
      {isOpen && (
        <>
          <p className={styles['about']}>{texts.lead()}</p>
          <Suspense fallback={<Loader size="sm" />}>
            <RecognitionFields offer={offer} />
          </Suspense>
        </>
      )}
    </details>
  );
}
