import * as texts from '#messages/editor/player';
import { ActionIcon, Button } from '@mantine/core';
import { IconMaximize, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Icon } from '#components/ui/icon';
import { useEditorContext } from '#components/editor/context.ts';
import styles from './player-bar.module.css';
import { usePlayer } from './use-player';

/** A video's picture, above the bar's corner; the element stays on the page also when nothing is to be seen. */
export function Picture() {
  const { media, settings, changeSettings } = useEditorContext();
  const hasPicture = usePlayer((player) => {
    const state = player.state();
    return state.kind === 'ready' && state.video;
  });
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    container.current?.append(media);
  }, [media]);
  const isShown = hasPicture && settings.picture;
  return (
    <>
      {hasPicture && !settings.picture && (
        <Button
          className={styles['showPicture'] ?? ''}
          size="compact-sm"
          variant="default"
          onClick={() => changeSettings({ picture: true })}
        >
          {texts.showVideo()}
        </Button>
      )}
      <section className={styles['picture']} aria-label={texts.video()} hidden={!isShown}>
        <div className={styles['pictureButtons']}>
          <ActionIcon
            variant="default"
            size={28}
            aria-label={texts.fullScreen()}
            title={texts.fullScreen()}
            onClick={() => void media.requestFullscreen?.()}
          >
            <Icon shape={IconMaximize} size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={28}
            aria-label={texts.hideVideo()}
            title={texts.hideVideo()}
            onClick={() => changeSettings({ picture: false })}
          >
            <Icon shape={IconX} size={16} />
          </ActionIcon>
        </div>
        <div ref={container} />
      </section>
    </>
  );
}
