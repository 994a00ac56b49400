import * as texts from '#messages/editor/player';
import { ActionIcon, Button } from '@mantine/core';
import { IconMaximize, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Icon } from '#components/ui/icon';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import styles from './player-bar.module.css';
import { usePlayer } from './use-player';

/** A video's picture, above the bar's corner; the element stays on the page also when nothing is to be seen. */
export function Picture() {
  const { media, settings } = useEditorServices();
  const isWanted = useSetting('picture');
  const hasPicture = usePlayer((player) => {
    const state = player.state();
    return state.kind === 'ready' && state.video;
  });
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    container.current?.append(media);
  }, [media]);
  const isShown = hasPicture && isWanted;
  return (
    <>
      {hasPicture && !isWanted && (
        <Button
          className={styles['showPicture'] ?? ''}
          size="compact-sm"
          variant="default"
          onClick={() => settings.change({ picture: true })}
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
            onClick={() => settings.change({ picture: false })}
          >
            <Icon shape={IconX} size={16} />
          </ActionIcon>
        </div>
        <div ref={container} />
      </section>
    </>
  );
}
