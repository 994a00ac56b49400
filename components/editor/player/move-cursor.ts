import type WaveSurfer from 'wavesurfer.js';
import type { Player } from './player';

/** The cursor is drawn each time it would be two pixels further on, within these bounds. */
const stepPixels = 2;
const [minMs, maxMs] = [33, 1000];

/**
 * Moves the waveform's cursor with the sound. The waveform has no media of its own: it would then draw at every tick
 * of the screen, also while the cursor takes seconds to move by a pixel, and each typed letter would wait for that.
 * Returns an unsubscribe function.
 */
export function moveCursor(waves: WaveSurfer, player: Player): () => void {
  let next: ReturnType<typeof setTimeout> | undefined;
  const draw = (): void => {
    clearTimeout(next);
    waves.setTime(player.currentMs() / 1000);
    if (!player.isPlaying()) return;
    const stepMs = (stepPixels * player.durationMs()) / waves.getWrapper().clientWidth / player.rate();
    next = setTimeout(draw, Math.max(minMs, Math.min(stepMs, maxMs)));
  };
  const unsubscribe = player.subscribe(draw);
  draw();
  return () => {
    unsubscribe();
    clearTimeout(next);
  };
}
