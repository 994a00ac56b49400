import { useEffect, useState } from 'react';
import type { Door } from '../edit-room';
import type { EditorSettings } from '../settings/editor-settings';
import { createPlayer } from './create-player';
import { keepMedia } from './keep-media';
import type { Player } from './player';

/** The player of this editor and its element, which is made once and shown by whoever has a place for it. */
export function useOwnedPlayer(
  { address }: Door,
  { rate, volume, stepBackSeconds }: EditorSettings,
): { player: Player; media: HTMLVideoElement } {
  const [owned] = useState(() => {
    const media = document.createElement('video');
    media.playsInline = true;
    media.preload = 'metadata';
    return { media, player: createPlayer(media) };
  });
  const { player, media } = owned;
  useEffect(() => {
    const stop = keepMedia(address, media, player);
    return () => {
      stop();
      player.pause();
    };
  }, [address, media, player]);
  useEffect(() => {
    player.setRate(rate);
  }, [player, rate]);
  useEffect(() => {
    player.setVolume(volume);
  }, [player, volume]);
  useEffect(() => {
    player.setStepBack(stepBackSeconds * 1000);
  }, [player, stepBackSeconds]);
  return owned;
}
