'use client';

import * as texts from '#messages/editor/share';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CopyButton } from '#components/ui/copy-button';
import { SmallButton } from '#components/ui/busy-button';
import { useAction } from '#components/ui/use-action.ts';
import { focusIfLost } from '#components/ui/focus-on-mount.ts';
import { LinkForm } from './link-form';
import type { LinkActions, LinkTemplate, NewLink } from './links';
import styles from './share.module.css';

const emptyTemplate: LinkTemplate = { name: '', permission: 'view' };

/** Creates a link and shows it. The form is open while `template` is set. */
export function MakeLink({
  jobId,
  make,
  template,
  onTemplate,
  onMade,
}: {
  jobId: string;
  make: LinkActions['make'];
  template: LinkTemplate | undefined;
  onTemplate: (template: LinkTemplate | undefined) => void;
  onMade: () => Promise<void>;
}) {
  const [url, setUrl] = useState<string>();
  const { run, isBusy, error, reset } = useAction(make);

  async function submit(link: NewLink) {
    const made = await run(jobId, link);
    if (made === undefined) return;
    setUrl(made.value.url);
    onTemplate(undefined);
    await onMade();
  }

  if (template !== undefined) {
    return (
      <LinkForm
        key={`${template.name} ${template.permission}`}
        template={template}
        isBusy={isBusy}
        error={error}
        onSubmit={(link) => void submit(link)}
        onCancel={() => onTemplate(undefined)}
      />
    );
  }
  if (url !== undefined) return <MadeLink url={url} onDone={() => setUrl(undefined)} />;
  return (
    <Button
      ref={focusIfLost}
      onClick={() => {
        reset();
        onTemplate(emptyTemplate);
      }}
    >
      {texts.newLink()}
    </Button>
  );
}

function MadeLink({ url, onDone }: { url: string; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form was removed with its focused button.
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
      <Group gap="var(--space-2)" mt="var(--space-2)">
        <CopyButton from="made-link">{texts.copyLink()}</CopyButton>
        <SmallButton variant="subtle" onClick={onDone}>
          {texts.done()}
        </SmallButton>
      </Group>
    </section>
  );
}
