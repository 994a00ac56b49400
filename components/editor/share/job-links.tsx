'use client';

import * as texts from '#messages/editor/share';
import { Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { ErrorAlert } from '#components/ui/error-alert';
import { Loading } from '#components/ui/loading';
import { getError } from '#components/ui/action-result.ts';
import { useAction } from '#components/ui/use-action.ts';
import { focusIfLost } from '#components/ui/focus-on-mount.ts';
import { LinkRow } from './link-row';
import type { JobLink, LinkActions, LinkTemplate } from './links';
import { MakeLink } from './make-link';

const getName = ({ name }: JobLink): string => name ?? texts.unnamed();

/** The job's share links, for its owner. */
export function SharePanel() {
  const { access, announce } = useEditorServices();
  return access.links && <JobLinks jobId={access.jobId} actions={access.links} announce={announce} />;
}

/** A job's share links: a form for a new one, and the active ones, to change or revoke. */
export function JobLinks({
  jobId,
  actions,
  announce,
}: {
  jobId: string;
  actions: LinkActions;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
}) {
  const [links, setLinks] = useState<JobLink[]>();
  const [asked, setAsked] = useState<JobLink>();
  const [template, setTemplate] = useState<LinkTemplate>();
  const list = useRef<HTMLDivElement>(null);
  const listing = useAction(actions.list);
  const changing = useAction(actions.change);

  const load = async (): Promise<void> => {
    const listed = await listing.run(jobId);
    if (listed !== undefined) setLinks(listed.value);
  };
  // oxlint-disable-next-line react/exhaustive-deps -- `load` is a new function on each render, but does the same
  useEffect(() => void load(), [jobId]);
  // Revoking removes a link with its focused button.
  useEffect(() => focusIfLost(list.current), [links]);

  async function change(link: JobLink, permission: JobLink['permission']) {
    if ((await changing.run(link.id, { permission })) === undefined) return;
    announce(texts.accessChanged({ name: getName(link), permission: texts.permissions[permission]() }));
    await load();
  }

  async function revoke(link: JobLink) {
    const error = getError(await actions.revoke(link.id));
    if (error === undefined) announce(texts.revoked({ name: getName(link) }));
    return error;
  }

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {texts.about()}
      </Text>
      <MakeLink
        jobId={jobId}
        make={actions.make}
        template={template}
        onTemplate={setTemplate}
        onMade={load}
      />
      <ErrorAlert>{listing.error ?? changing.error}</ErrorAlert>
      {links === undefined && listing.isBusy && <Loading label={texts.loading()} />}
      <div ref={list} tabIndex={-1}>
        {links?.length === 0 && <Text size="sm">{texts.empty()}</Text>}
        {links !== undefined && links.length > 0 && (
          <ul aria-label={texts.list()}>
            {links.map((link) => (
              <LinkRow
                key={link.id}
                link={link}
                name={getName(link)}
                onPermission={(permission) => void change(link, permission)}
                onRevoke={() => setAsked(link)}
                onNewLink={() => setTemplate({ name: link.name ?? '', permission: link.permission })}
              />
            ))}
          </ul>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          title={texts.revokeTitle()}
          confirmLabel={texts.revoke()}
          onConfirm={() => revoke(asked)}
          onClose={() => {
            setAsked(undefined);
            // Waits until the focus has returned to the button that opened the dialog: reloading moves it on to the
            // list.
            void load();
          }}
        >
          {texts.revokeHelp({ name: getName(asked) })}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
