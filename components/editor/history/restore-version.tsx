'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { Question } from '#components/account/question';
import { historyTexts } from '#components/texts/history';
import { useAction } from '../../account/use-action';
import { useRoom } from '../edit-room';
import { restoreRevision } from './restore-revision';

const texts = historyTexts.restore;

/** Brings a version back, after asking. */
export function RestoreVersion({ number }: { number: number }) {
  const room = useRoom();
  const [isOpen, setOpen] = useState(false);
  const { run, isBusy, trouble, forget } = useAction(restoreRevision);

  async function restore() {
    if ((await run(room, number)) === undefined) return;
    setOpen(false);
    room.showPast(undefined);
    room.announce(texts.done);
  }

  return (
    <>
      <Button
        size="xs"
        onClick={() => {
          forget();
          setOpen(true);
        }}
      >
        {texts.button}
      </Button>
      <Question
        title={texts.sure}
        yes={texts.yes}
        isOpen={isOpen}
        isBusy={isBusy}
        trouble={trouble}
        onYes={() => void restore()}
        onClose={() => setOpen(false)}
      >
        {texts.about}
      </Question>
    </>
  );
}
