import { useEffect, useRef } from 'react';
import type WaveSurfer from 'wavesurfer.js';
import { useDragToSeek, usePlayer, usePlayerSecond } from '#components/editor/player/use-player.ts';
import type { Peaks } from './read-peaks';
import { clearCanvas } from './ruler';
import styles from './timeline.module.css';

/** The whole recording, above the zoomed waveform, with its visible part marked. Click or drag to seek. */
export function Overview({
  peaks,
  waves,
  scheme,
}: {
  peaks: Peaks;
  waves: WaveSurfer | undefined;
  scheme: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const part = useRef<HTMLDivElement>(null);
  const second = usePlayerSecond();
  const lengthMs = usePlayer((player) => player.durationMs());
  useEffect(() => {
    const { current } = canvas;
    if (current === null || current.dataset['scheme'] !== scheme) return;
    const draw = (): void => drawPeaks(current, peaks);
    draw();
    const resized = new ResizeObserver(draw);
    resized.observe(current);
    return () => resized.disconnect();
  }, [peaks, scheme]);
  useEffect(() => {
    if (waves === undefined) return;
    const show = (): void => {
      const whole = Math.max(waves.getWrapper().clientWidth, 1);
      part.current?.style.setProperty('left', `${(waves.getScroll() / whole) * 100}%`);
      part.current?.style.setProperty('width', `${Math.min(1, waves.getWidth() / whole) * 100}%`);
    };
    const ends = [waves.on('scroll', show), waves.on('redraw', show), waves.on('zoom', show)];
    show();
    return () => {
      for (const end of ends) end();
    };
  }, [waves]);
  return (
    <div className={styles['overview']} data-overview="" {...useDragToSeek()}>
      <canvas ref={canvas} data-scheme={scheme} />
      <div ref={part} className={styles['part']} />
      <div
        className={styles['now']}
        style={{ left: `${lengthMs > 0 ? Math.min(100, (second * 100_000) / lengthMs) : 0}%` }}
      />
    </div>
  );
}

function drawPeaks(canvas: HTMLCanvasElement, { highest, lowest }: Peaks): void {
  const context = clearCanvas(canvas);
  if (context === undefined) return;
  context.fillStyle = getComputedStyle(canvas).color;
  const columns = canvas.width;
  const levels = Array.from({ length: columns }, (_, x) => {
    let level = 0;
    const end = Math.ceil(((x + 1) * highest.length) / columns);
    for (let i = Math.floor((x * highest.length) / columns); i < end; i++)
      level = Math.max(level, highest[i] ?? 0, -(lowest[i] ?? 0));
    return level;
  });
  const loudest = Math.max(...levels, 0.01);
  for (const [x, level] of levels.entries()) {
    const size = Math.max(1, (level / loudest) * canvas.height);
    context.fillRect(x, (canvas.height - size) / 2, 1, size);
  }
}
