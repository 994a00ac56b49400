'use client';

import * as texts from '#messages/editor/player';
import { Button } from '@mantine/core';
import { IconMaximize, IconVideo, IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { Icon } from '#components/ui/icon';
import { IconButton } from '#components/editor/keyboard/command-tip';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { PictureMenu } from './picture-menu';
import styles from './picture.module.css';
import { usePlayer } from '#components/editor/player/use-player.ts';

/** A video's picture beside or above the text. The element stays in the DOM even if nothing is visible. */
export function Picture() {
  const { media, settings } = useEditorServices();
  const isShown = usePicture() === 'shown';
  const isPending = usePlayer((player) => {
    const state = player.state();
    return state.kind === 'ready' && state.picture === 'pending';
  });
  const place = useSetting('picturePlace');
  const size = useSetting('pictureSize');
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    frame.current?.append(media);
  }, [media]);
  return (
    <section
      className={styles['picture']}
      aria-label={texts.video()}
      data-region={isShown ? 'picture' : undefined}
      data-picture={isShown ? place : undefined}
      data-size={size}
      hidden={!isShown}
    >
      <div className={styles['buttons']}>
        <PictureMenu />
        <IconButton
          label={texts.fullScreen()}
          icon={IconMaximize}
          iconSize={16}
          size={28}
          onClick={() => void media.requestFullscreen?.()}
        />
        <IconButton
          label={texts.hideVideo()}
          icon={IconX}
          iconSize={16}
          size={28}
          onClick={() => settings.change({ picture: false })}
        />
      </div>
      <div ref={frame} className={styles['frame']}>
        {isPending && <output className={styles['pending']}>{texts.preparingVideo()}</output>}
      </div>
    </section>
  );
}

/** Shows a hidden picture again. */
export function ShowPicture() {
  const { settings } = useEditorServices();
  if (usePicture() !== 'hidden') return null;
  return (
    <Button
      className={styles['show'] ?? ''}
      size="compact-sm"
      variant="default"
      leftSection={<Icon shape={IconVideo} size={16} />}
      onClick={() => settings.change({ picture: true })}
    >
      {texts.showVideo()}
    </Button>
  );
}

/** The state of the video: none, hidden or shown. */
export function usePicture(): 'none' | 'hidden' | 'shown' {
  const isWanted = useSetting('picture');
  const { access } = useEditorServices();
  const hasPicture = usePlayer((player) => {
    const state = player.state();
    // A known video reserves its space, so that the text doesn't move once it can be played.
    return state.kind === 'ready' ? state.video : access.isVideo === true;
  });
  if (!hasPicture) return 'none';
  return isWanted ? 'shown' : 'hidden';
}
