'use client';

import * as texts from '#messages/editor/share';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CopyButton } from '#components/ui/copy-button';
import { useAction } from '#components/ui/use-action.ts';
import { focusIfLost } from '#components/ui/focus-on-mount.ts';
import { LinkForm } from './link-form';
import type { LinkActions, NewLink } from './links';
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
  const { run, isBusy, error, reset } = useAction(make);

  async function submit(link: NewLink) {
    const made = await run(jobId, link);
    if (made === undefined) return;
    setState({ kind: 'made', ...made.value });
    await onMade();
  }

  if (state.kind === 'made') return <MadeLink url={state.url} onDone={() => setState({ kind: 'closed' })} />;
  if (state.kind === 'asking') {
    return (
      <LinkForm
        isBusy={isBusy}
        error={error}
        onSubmit={(link) => void submit(link)}
        onCancel={() => setState({ kind: 'closed' })}
      />
    );
  }
  return (
    <Button
      ref={focusIfLost}
      onClick={() => {
        reset();
        setState({ kind: 'asking' });
      }}
    >
      {texts.newLink()}
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
        {texts.created()}
      </h3>
      <p className={styles['fact']}>{texts.createdHelp()}</p>
      <code id="made-link" className={styles['link']}>
        {url}
      </code>
      <div className={styles['actions']}>
        <CopyButton from="made-link">{texts.copyLink()}</CopyButton>
        <Button size="xs" h={36} variant="subtle" onClick={onDone}>
          {texts.done()}
        </Button>
      </div>
    </section>
  );
}
