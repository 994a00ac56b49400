import { Anchor } from '@mantine/core';
import { playerTexts as texts } from '#components/texts/player';
import { useRoom } from '../edit-room';
import styles from './player-bar.module.css';
import { usePlayer } from './use-player';

/** Says in words why there is no sound yet, or none at all. */
export function MediaNotice() {
  const { player } = useRoom();
  const state = usePlayer((one) => one.state());
  return (
    <output className={styles['notice']} data-empty={state.kind === 'ready' || undefined}>
      {state.kind === 'loading' && texts.loading}
      {state.kind === 'preparing' && texts.preparing(state.percent)}
      {state.kind === 'missing' && (
        <>
          {state.reason}{' '}
          {state.reason === texts.unplayable && (
            <Anchor component="button" type="button" onClick={player.checkMedia} inherit>
              {texts.tryAgain}
            </Anchor>
          )}
        </>
      )}
    </output>
  );
}
