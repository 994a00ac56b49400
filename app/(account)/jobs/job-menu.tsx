'use client';

import { Menu } from '@mantine/core';
import { useCallback } from 'react';
import type { JobQuestion, JobRowActions, JobView } from '#components/jobs/list/job-list';
import { AnchoredMenu } from '#components/editor/overlays/anchored-menu';
import { copyText } from '#components/ui/copy-button';
import { Link } from '#components/ui/link';
import * as recordTexts from '#messages/recognition-record';
import * as againTexts from '#messages/recognize-again';
import * as texts from '#messages/transcript-menu';

/** The available actions on a listed job, anchored to the button that opened it. */
export function JobMenu({
  job,
  button,
  rowActions,
  onNotice,
  onClose,
}: {
  job: JobView;
  button: HTMLElement;
  rowActions: JobRowActions;
  onNotice: (text: string) => void;
  onClose: () => void;
}) {
  const { name, state, recognition } = job;
  const getRect = useCallback(() => button.getBoundingClientRect(), [button]);
  const isTranscribed = state.kind === 'transcribed';
  const hasEnded = isTranscribed || state.kind === 'failed';
  const href = `/editor/${job.id}`;

  function close() {
    onClose();
    button.focus({ preventScroll: true });
  }

  /** A dialog returns the focus to the button, which stays unless its row is removed. */
  function run(action: (job: JobView) => unknown) {
    button.focus({ preventScroll: true });
    action(job);
  }

  const ask = (kind: Extract<JobQuestion, { job: JobView }>['kind']) => () =>
    run(() => rowActions.ask({ kind, job }));

  async function copy() {
    const url = new URL(href, globalThis.location.href).href;
    onNotice((await copyText(url)) ? texts.copied({ name }) : texts.notCopied({ url }));
  }

  return (
    <AnchoredMenu name={texts.actions({ name })} getRect={getRect} onClose={close}>
      <Menu.Item component={Link} href={href}>
        {texts.open()}
      </Menu.Item>
      {isTranscribed && (
        <>
          <Menu.Item onClick={ask('share')}>{texts.share()}</Menu.Item>
          <Menu.Item onClick={ask('export')}>{texts.exportJob()}</Menu.Item>
        </>
      )}
      <Menu.Item onClick={() => void copy()}>{texts.copyLink()}</Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={ask('rename')}>{texts.rename()}</Menu.Item>
      <Menu.Item onClick={ask('tags')}>{texts.tags()}</Menu.Item>
      {isTranscribed && recognition !== undefined && (
        <Menu.Item onClick={ask('record')}>{recordTexts.title()}</Menu.Item>
      )}
      {job.canRecognizeAgain === true && (
        <Menu.Item onClick={() => run(() => rowActions.ask({ kind: 'recognize', jobs: [job] }))}>
          {againTexts.command()}
        </Menu.Item>
      )}
      {state.kind === 'failed' && <Menu.Item onClick={ask('retry')}>{texts.tryAgain()}</Menu.Item>}
      {job.isArchived ? (
        <Menu.Item onClick={() => run(rowActions.unarchive)}>{texts.moveBack()}</Menu.Item>
      ) : (
        hasEnded && <Menu.Item onClick={() => run(rowActions.archive)}>{texts.archive()}</Menu.Item>
      )}
      {hasEnded ? (
        <Menu.Item color="var(--color-danger)" onClick={() => run(rowActions.trash)}>
          {texts.deleteJob()}
        </Menu.Item>
      ) : (
        <Menu.Item onClick={ask('cancel')}>{texts.cancel()}</Menu.Item>
      )}
    </AnchoredMenu>
  );
}
