'use client';

import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CopyButton } from '#components/copy-button';
import { sharingTexts as texts } from '#components/texts/sharing';
import { useAction } from '../../account/use-action';
import { focusIfLost } from '../focus-at-once';
import { LinkForm } from './link-form';
import type { LinkActions, LinkWish } from './links';
import styles from './share.module.css';

type State = { kind: 'closed' } | { kind: 'asking' } | { kind: 'made'; url: string };

/** Makes a link, and shows it this once. */
export function MakeLink({
  jobId,
  make,
  onMade,
}: {
  jobId: string;
  make: LinkActions['make'];
  onMade: () => Promise<void>;
}) {
  const [state, setState] = useState<State>({ kind: 'closed' });
  const { run, isBusy, trouble, forget } = useAction(make);

  async function submit(wish: LinkWish) {
    const made = await run(jobId, wish);
    if (made === undefined) return;
    setState({ kind: 'made', ...made.value });
    await onMade();
  }

  if (state.kind === 'made') return <MadeLink url={state.url} onDone={() => setState({ kind: 'closed' })} />;
  if (state.kind === 'asking') {
    return (
      <LinkForm
        isBusy={isBusy}
        trouble={trouble}
        onSubmit={(wish) => void submit(wish)}
        onCancel={() => setState({ kind: 'closed' })}
      />
    );
  }
  return (
    <Button
      ref={focusIfLost}
      onClick={() => {
        forget();
        setState({ kind: 'asking' });
      }}
    >
      {texts.make}
    </Button>
  );
}

function MadeLink({ url, onDone }: { url: string; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form's button, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles['made']}>
      <h3 ref={heading} tabIndex={-1} className={styles['heading']}>
        {texts.made}
      </h3>
      <p className={styles['fact']}>{texts.madeHint}</p>
      <code id="made-link" className={styles['link']}>
        {url}
      </code>
      <div className={styles['actions']}>
        <CopyButton from="made-link">{texts.copy}</CopyButton>
        <Button size="xs" h={36} variant="subtle" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </section>
  );
}
