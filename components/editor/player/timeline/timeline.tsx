import * as texts from '#messages/editor/player';
import { formatSpokenDuration } from '#lib/messages/format';
import { useMediaQuery } from '@mantine/hooks';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState, type KeyboardEvent, useEffect } from 'react';
import { IconButton } from '#components/editor/keyboard/command-tip';
import { useEditorServices } from '#components/editor/context.ts';
import { lazyPart } from '#components/ui/lazy-part';
import type { Player } from '#components/editor/player/player.ts';
import styles from './timeline.module.css';
import { useDragToSeek, usePlayer, usePlayerSecond } from '#components/editor/player/use-player.ts';
import { readPeaks, type Peaks } from './read-peaks';

/** A longer recording opens zoomed to one minute around the playhead, below an overview. */
const longMs = 5 * 60_000;
const firstSightMs = 60_000;

const Waveform = lazyPart(async () => (await import('./waveform')).Waveform, Line);

/** Each zoom step halves the visible range, down to about six seconds on a wide page. */
const getMaxZoom = (lengthMs: number): number => Math.max(1, Math.ceil(Math.log2(lengthMs / 6000)));

/** The timeline: a waveform on a wide page, else a line. For keyboards and screen readers, it is a slider. */
export function Timeline() {
  const isWide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  // The waveform is generated together with the copy.
  const isMade = usePlayer((player) => {
    const state = player.state();
    return state.kind === 'ready' && state.copy === undefined;
  });
  const peaks = usePeaks(isWide && isMade);
  const { words } = useEditorServices();
  const lengthMs = usePlayer((player) => player.durationMs());
  // The last word's time is known before the recording loads, which avoids a layout shift.
  const isLong = (words.at(-1)?.endMs ?? 0) > longMs;
  const [chosen, setZoom] = useState<number>();
  const zoom = chosen ?? (isLong ? Math.max(0, Math.log2(lengthMs / firstSightMs)) : 0);
  const hasWaves = isWide && peaks !== undefined;
  return (
    <div className={styles['timeline']} data-long={isLong || undefined}>
      <Slider>{hasWaves ? <Waveform peaks={peaks} zoom={zoom} isLong={isLong} /> : <Line />}</Slider>
      {hasWaves && (
        <div className={styles['zoom']}>
          <IconButton
            label={texts.zoomIn()}
            icon={IconZoomIn}
            size={28}
            disabled={zoom >= getMaxZoom(lengthMs)}
            onClick={() => setZoom(zoom + 1)}
          />
          <IconButton
            label={texts.zoomOut()}
            icon={IconZoomOut}
            size={28}
            disabled={zoom === 0}
            onClick={() => setZoom(Math.max(0, zoom - 1))}
          />
        </div>
      )}
    </div>
  );
}

function Slider({ children }: { children: React.ReactNode }) {
  const { player, settings } = useEditorServices();
  const second = usePlayerSecond();
  const lengthMs = usePlayer((player) => player.durationMs());
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = getKeyTarget(event.key, player, settings.get().skipSeconds * 1000);
    if (to === undefined) return;
    event.preventDefault();
    player.seek(to);
  };
  return (
    <div
      className={styles['slider']}
      // A range input can't contain a waveform.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={texts.timeline()}
      aria-valuemin={0}
      aria-valuemax={Math.floor(lengthMs / 1000)}
      aria-valuenow={second}
      aria-valuetext={texts.position({
        position: formatSpokenDuration(second * 1000),
        length: formatSpokenDuration(Math.ceil(lengthMs / 1000) * 1000),
      })}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

function getKeyTarget(key: string, player: Player, stepMs: number): number | undefined {
  const nowMs = player.currentMs();
  const lengthMs = player.durationMs();
  const pageMs = Math.min(60_000, lengthMs / 10);
  const moments: Record<string, number> = {
    ArrowRight: nowMs + stepMs,
    ArrowUp: nowMs + stepMs,
    ArrowLeft: nowMs - stepMs,
    ArrowDown: nowMs - stepMs,
    PageUp: nowMs + pageMs,
    PageDown: nowMs - pageMs,
    Home: 0,
    End: lengthMs,
  };
  const to = moments[key];
  return to === undefined ? undefined : Math.max(0, Math.min(to, lengthMs));
}

function Line() {
  const second = usePlayerSecond();
  const lengthMs = usePlayer((player) => player.durationMs());
  return (
    <div className={styles['line']} {...useDragToSeek()}>
      <div
        className={styles['played']}
        style={{ width: `${lengthMs > 0 ? (second * 100_000) / lengthMs : 0}%` }}
      />
    </div>
  );
}

/** The recording's peaks, loaded on demand with a delay; undefined until then. */
function usePeaks(isWanted: boolean): Peaks | undefined {
  const { api } = useEditorServices();
  const [peaks, setPeaks] = useState<Peaks>();
  useEffect(() => {
    if (!isWanted || peaks !== undefined) return;
    const leaving = new AbortController();
    const load = async (): Promise<void> => {
      const response = await api.request('peaks', { signal: leaving.signal });
      if ('value' in response) setPeaks(readPeaks(await response.value.arrayBuffer()));
    };
    // Without peaks, the line is shown instead.
    const timer = setTimeout(() => void load().catch(() => {}), 200);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [isWanted, peaks, api]);
  return peaks;
}
