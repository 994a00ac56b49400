import { formatPercent } from '#lib/messages/format';
import * as texts from '#messages/editor/player';
import * as commonTexts from '#messages/common';
import { Anchor } from '@mantine/core';
import { useEditorServices } from '#components/editor/context.ts';
import styles from './player-bar.module.css';
import { usePlayer } from './use-player';

/** Says in words why there is no sound yet, or none at all. */
export function MediaNotice() {
  const { player } = useEditorServices();
  const state = usePlayer((player) => player.state());
  return (
    <output className={styles['notice']} data-media={state.kind}>
      {state.kind === 'loading' && texts.loading()}
      {state.kind === 'preparing' && (
        <>
          {state.percent === undefined
            ? texts.preparing()
            : texts.preparingPercent({ percent: formatPercent(state.percent) })}{' '}
          <span className={styles['hint']}>{texts.preparingHint()}</span>
        </>
      )}
      {state.kind === 'missing' && (
        <>
          {state.reason}{' '}
          {state.reason === texts.unplayable() && (
            <Anchor component="button" type="button" onClick={player.checkMedia} inherit>
              {commonTexts.tryAgain()}
            </Anchor>
          )}
        </>
      )}
    </output>
  );
}
