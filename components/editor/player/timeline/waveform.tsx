import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type WaveSurfer from 'wavesurfer.js';
import { useEditorServices } from '#components/editor/context.ts';
import { markTextInSight } from '#components/editor/player/playing-word/mark-text-in-sight.ts';
import type { Player } from '#components/editor/player/player.ts';
import { documentNonce } from '#components/ui/document-nonce.ts';
import { Overview } from './overview';
import type { Peaks } from './read-peaks';
import { drawRuler, type Sight } from './ruler';
import { tintWaves } from './tint-waves';
import styles from './timeline.module.css';

/** The cursor is redrawn when it has moved by this many pixels, within these intervals. */
const stepPixels = 2;
const [minMs, maxMs] = [33, 1000];

/** A waveform from peaks, colored by speaker, above a ruler. `zoom` doubles its width. Click or drag to seek. */
export function Waveform({
  peaks,
  zoom,
  isLong,
}: {
  peaks: Peaks;
  zoom: number;
  /** True if an overview is shown above. */
  isLong: boolean;
}) {
  const { editor, words, player } = useEditorServices();
  const scheme = useComputedColorScheme('light');
  const root = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<WaveSurfer>();

  useEffect(() => {
    const container = root.current;
    if (container === null) return;
    let isGone = false;
    let made: WaveSurfer | undefined;
    let ends: Array<() => void> = [];
    const draw = async (): Promise<void> => {
      const { default: wavesurfer } = await import('wavesurfer.js');
      if (isGone) return;
      const duration = player.durationMs() / 1000 || peaks.highest.length / peaks.pointsPerSecond;
      const waves = wavesurfer.create({
        ...getColors(container),
        container,
        duration,
        peaks: [peaks.highest, peaks.lowest],
        height: 40,
        normalize: true,
        dragToSeek: true,
        cursorWidth: 2,
        cspNonce: documentNonce(),
      });
      made = waves;
      waves.on('interaction', (second) => player.seek(second * 1000));
      waves.on('ready', () => {
        // The slider around it handles keys.
        waves.getWrapper().parentElement?.setAttribute('tabindex', '-1');
        ends = [
          moveCursor(waves, player),
          markTextInSight({ editor, words }, waves.getWrapper(), duration * 1000),
          tintWaves({ editor, words, wrapper: waves.getWrapper(), lengthMs: duration * 1000 }),
        ];
        setDrawn(waves);
      });
    };
    // If the waveform's script fails to load, the other controls still work.
    void draw().catch(() => {});
    return () => {
      isGone = true;
      for (const end of ends) end();
      setDrawn(undefined);
      made?.destroy();
    };
  }, [editor, words, player, peaks]);

  useEffect(() => {
    if (drawn !== undefined && root.current?.dataset['scheme'] === scheme) {
      drawn.setOptions(getColors(root.current));
    }
  }, [drawn, scheme]);
  useEffect(() => {
    if (drawn === undefined) return;
    // At 0, the whole recording fits.
    drawn.zoom(zoom === 0 ? 0 : (drawn.getWidth() / drawn.getDuration()) * 2 ** zoom);
    drawn.setScrollTime(Math.max(0, player.currentMs() / 1000 - drawn.getDuration() / 2 ** zoom / 2));
  }, [drawn, zoom, player]);
  useEffect(() => {
    const canvas = ruler.current;
    if (drawn === undefined || canvas === null) return;
    return followWaves(drawn, () => drawRuler(canvas, getSight(drawn)));
  }, [drawn]);
  return (
    <div className={styles['waves']} aria-hidden="true">
      {isLong && <Overview peaks={peaks} waves={drawn} scheme={scheme} />}
      <div ref={root} className={styles['canvas']} data-scheme={scheme} />
      <canvas
        ref={ruler}
        className={styles['ruler']}
        onClick={({ nativeEvent: { offsetX } }) => {
          if (drawn === undefined) return;
          const { startMs, endMs, width } = getSight(drawn);
          player.seek(startMs + (offsetX / width) * (endMs - startMs));
        }}
      />
    </div>
  );
}

/** The visible range of the recording. */
function getSight(waves: WaveSurfer): Sight {
  const width = waves.getWidth();
  const perPixel = (waves.getDuration() * 1000) / Math.max(waves.getWrapper().clientWidth, 1);
  const startMs = waves.getScroll() * perPixel;
  return { startMs, endMs: startMs + width * perPixel, width };
}

/** Draws now, and at most once per frame after scrolling, zooming or resizing. Returns an unsubscribe function. */
function followWaves(waves: WaveSurfer, draw: () => void): () => void {
  let frame = 0;
  const schedule = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  };
  const ends = [waves.on('scroll', schedule), waves.on('redraw', schedule)];
  draw();
  return () => {
    cancelAnimationFrame(frame);
    for (const end of ends) end();
  };
}

/** Canvases don't support CSS variables, so the current colors are resolved. */
function getColors(element: HTMLElement): { waveColor: string; progressColor: string; cursorColor: string } {
  const style = getComputedStyle(element);
  return {
    waveColor: style.getPropertyValue('color'),
    progressColor: style.getPropertyValue('outline-color'),
    cursorColor: style.getPropertyValue('caret-color'),
  };
}

/** Moves the cursor with playback. Given its own media, the library would redraw on every frame, and delay typing. */
function moveCursor(waves: WaveSurfer, player: Player): () => void {
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
