import { useEffect, useState } from 'react';
import { createPlayer } from './create-player';
import type { Player } from './player';

/** The player of this editor and its element, which is made once and shown by whoever has a place for it. */
export function useOwnedPlayer(): { player: Player; media: HTMLVideoElement } {
  const [owned] = useState(() => {
    const media = document.createElement('video');
    media.playsInline = true;
    media.preload = 'metadata';
    return { media, player: createPlayer(media) };
  });
  useEffect(() => () => owned.player.pause(), [owned]);
  return owned;
}
