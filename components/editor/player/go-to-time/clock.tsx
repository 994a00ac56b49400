import * as texts from '#messages/editor/player';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { formatClock, formatLength } from '#lib/messages/format';
import { useStored } from '#components/ui/store.ts';
import { useEditorServices } from '#components/editor/context.ts';
import { CommandTip } from '#components/editor/keyboard/command-tip';
import { usePlayer, usePlayerSecond } from '#components/editor/player/use-player.ts';
import styles from './clock.module.css';
import { GoToTime } from './go-to-time';

/** The position and length of the recording. A click opens the field for a time. */
export function Clock() {
  const { overlay, run } = useEditorServices();
  const isOpen = useStored(overlay)?.kind === 'go-to-time';
  const second = usePlayerSecond();
  const lengthMs = usePlayer((player) => player.durationMs());
  return (
    <>
      <CommandTip label={texts.goToTime()} command="go-to-time">
        <UnstyledButton
          className={styles['clock'] ?? ''}
          data-go-to-time
          aria-expanded={isOpen}
          onClick={() => run('go-to-time')}
        >
          {formatClock(second * 1000)}{' '}
          {lengthMs > 0 && <span className={styles['length']}>/ {formatLength(lengthMs / 1000)}</span>}
          <VisuallyHidden> {texts.goToTime()}</VisuallyHidden>
        </UnstyledButton>
      </CommandTip>
      {isOpen && <GoToTime />}
    </>
  );
}
