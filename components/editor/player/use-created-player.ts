import * as texts from '#messages/editor/player';
import { useEffect, useRef, useState } from 'react';
import type { TranscriptAccess } from '#components/editor/context.ts';
import type { EditorSettings } from '#components/editor/settings/editor-settings.ts';
import type { SettingsStore } from '#components/editor/settings/settings-store.ts';
import { createPlayer, type CreatedPlayer } from './create-player';
import { keepMedia, type MediaSupply } from './keep-media';
import type { Sync } from '#components/editor/sync/sync.ts';
import type { Player } from './player';

/** The editor's player and its media element, which is created once and moved to where it is shown. */
export function useCreatedPlayer(
  { address }: TranscriptAccess,
  settings: SettingsStore,
  sync: Sync | undefined,
): { player: Player; media: HTMLVideoElement } {
  const [created] = useState(() => {
    const media = document.createElement('video');
    media.playsInline = true;
    media.preload = 'metadata';
    return { media, player: createPlayer(media) };
  });
  const { player, media } = created;
  const supply = useRef<MediaSupply>(undefined);
  useEffect(() => {
    const kept = keepMedia(address, media, player);
    supply.current = kept;
    return () => {
      kept.stop();
      player.pause();
    };
  }, [address, media, player]);
  useEffect(() => {
    const closeIfEnded = (): void => {
      if (sync?.view().status.kind !== 'closed') return;
      unsubscribe?.();
      supply.current?.close(texts.noAccess());
    };
    const unsubscribe = sync?.subscribe(closeIfEnded);
    return unsubscribe;
  }, [sync]);
  useEffect(() => applySettings(player, settings), [player, settings]);
  return created;
}

/** Applies the person's settings to the player, now and on changes. Returns an unsubscribe function. */
function applySettings(player: CreatedPlayer, settings: SettingsStore): () => void {
  let applied: Partial<EditorSettings> = {};
  const apply = (): void => {
    const { rate, volume, stepBackSeconds } = settings.get();
    if (rate !== applied.rate) player.setRate(rate);
    if (volume !== applied.volume) player.setVolume(volume);
    player.setStepBack(stepBackSeconds * 1000);
    applied = { rate, volume };
  };
  apply();
  return settings.subscribe(apply);
}
