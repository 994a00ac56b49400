import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { playerTexts as texts } from '#components/texts/player';
import { useRoom } from '../edit-room';
import { Icon } from './icons';
import styles from './player-bar.module.css';
import { usePlayer } from './use-player';

/** A video's picture, above the bar's corner; the element stays on the page also when nothing is to be seen. */
export function Picture() {
  const { media, settings, changeSettings } = useRoom();
  const hasPicture = usePlayer((player) => {
    const state = player.state();
    return state.kind === 'ready' && state.video;
  });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.append(media);
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
          {texts.showPicture}
        </Button>
      )}
      <section className={styles['picture']} aria-label={texts.picture} hidden={!isShown}>
        <div className={styles['pictureButtons']}>
          <ActionIcon
            variant="default"
            size={28}
            aria-label={texts.fullScreen}
            title={texts.fullScreen}
            onClick={() => void media.requestFullscreen?.()}
          >
            <Icon shape="fullScreen" size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={28}
            aria-label={texts.hidePicture}
            title={texts.hidePicture}
            onClick={() => changeSettings({ picture: false })}
          >
            <Icon shape="close" size={16} />
          </ActionIcon>
        </div>
        <div ref={place} />
      </section>
    </>
  );
}
