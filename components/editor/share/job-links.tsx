'use client';

import { Loader, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Question } from '#components/account/question';
import { Trouble } from '#components/account/trouble';
import { sharingTexts as texts } from '#components/texts/sharing';
import { useAction } from '../../account/use-action';
import { useRoom } from '../edit-room';
import { focusIfLost } from '../focus-at-once';
import { LinkRow } from './link-row';
import type { JobLink, LinkActions } from './links';
import { MakeLink } from './make-link';
import styles from './share.module.css';

const nameOf = ({ name }: JobLink): string => name ?? texts.unnamed;

/** The links of a job: a new one, and those that work, each to be changed and revoked. */
export function JobLinks({ jobId, actions }: { jobId: string; actions: LinkActions }) {
  const { announce } = useRoom();
  const [links, setLinks] = useState<JobLink[]>();
  // The name stays in the question while it leaves the screen.
  const [asked, setAsked] = useState<JobLink>();
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const listing = useAction(actions.list);
  const changing = useAction(actions.change);
  const revoking = useAction(actions.revoke);

  const load = async (): Promise<void> => {
    const listed = await listing.run(jobId);
    if (listed !== undefined) setLinks(listed.value);
  };
  // oxlint-disable-next-line react/exhaustive-deps -- `load` is another one each time, and does the same
  useEffect(() => void load(), [jobId]);
  // A link that was revoked goes with the button that has the focus.
  useEffect(() => focusIfLost(list.current), [links]);

  async function change(link: JobLink, permission: JobLink['permission']) {
    if ((await changing.run(link.id, { permission })) === undefined) return;
    announce(texts.changed(nameOf(link), texts.permissions[permission]));
    await load();
  }

  async function revoke() {
    if (asked === undefined || (await revoking.run(asked.id)) === undefined) return;
    setOpen(false);
    announce(texts.revoked(nameOf(asked)));
  }

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {texts.about}
      </Text>
      <MakeLink jobId={jobId} make={actions.make} onMade={load} />
      <Trouble>{listing.trouble ?? changing.trouble}</Trouble>
      {links === undefined && listing.isBusy && <Loader size="sm" aria-label={texts.loading} />}
      <div ref={list} tabIndex={-1}>
        {links?.length === 0 && <Text size="sm">{texts.none}</Text>}
        {links !== undefined && links.length > 0 && (
          <ul className={styles['rows']} aria-label={texts.list}>
            {links.map((link) => (
              <LinkRow
                key={link.id}
                link={link}
                name={nameOf(link)}
                onPermission={(permission) => void change(link, permission)}
                onRevoke={() => {
                  revoking.forget();
                  setAsked(link);
                  setOpen(true);
                }}
              />
            ))}
          </ul>
        )}
      </div>
      <Question
        title={texts.sure}
        yes={texts.revoke}
        isOpen={isOpen}
        isBusy={revoking.isBusy}
        trouble={revoking.trouble}
        onYes={() => void revoke()}
        onClose={() => setOpen(false)}
        // Not earlier: its focus goes back to the button that opened it, and with that button to the list.
        onClosed={() => void load()}
      >
        {asked && texts.lost(nameOf(asked))}
      </Question>
    </Stack>
  );
}
