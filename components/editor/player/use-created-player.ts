import { useEffect, useState } from 'react';
import type { TranscriptAccess } from '#components/editor/context.ts';
import type { EditorSettings } from '#components/editor/settings/editor-settings.ts';
import { createPlayer } from './create-player';
import { keepMedia } from './keep-media';
import type { Player } from './player';

/** The player of this editor and its element, which is made once and shown by whoever has a place for it. */
export function useCreatedPlayer(
  { address }: TranscriptAccess,
  { rate, volume, stepBackSeconds }: EditorSettings,
): { player: Player; media: HTMLVideoElement } {
  const [created] = useState(() => {
    const media = document.createElement('video');
    media.playsInline = true;
    media.preload = 'metadata';
    return { media, player: createPlayer(media) };
  });
  const { player, media } = created;
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
  return created;
}
