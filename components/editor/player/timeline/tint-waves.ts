import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { MachineWord } from '#lib/transcript/model';
import { monologuesByStart } from '#components/editor/document/timing.ts';
import { getAttributes, getSpeakerColor, getSpeakers } from '#components/editor/document/to-document.ts';

/** Debounces recoloring after edits, in milliseconds. */
const delayMs = 400;
/** The opacity of a speaker's color in the part not played yet. */
const restAlpha = 0.6;

/** The waveform's canvases, and the inputs of their colors. */
interface Tint {
  editor: Editor;
  words: readonly MachineWord[];
  /** The element that contains the canvases, as wide as the whole recording. */
  wrapper: HTMLElement;
  lengthMs: number;
}

/** Colors the waveform by speaker, and updates it with the speakers. Returns an unsubscribe function. */
export function tintWaves(tint: Tint): () => void {
  const { editor, words, wrapper } = tint;
  let segments = getSpeakerSegments(editor.state.doc, words);
  const canvases = (): HTMLCanvasElement[] => [...wrapper.querySelectorAll('canvas')];
  // Scrolling and zooming redraw canvases. They are colored before the browser paints them.
  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    paint(
      tint,
      segments,
      canvases().filter((canvas) => added.some((node) => node.contains(canvas))),
    );
  });
  observer.observe(wrapper, { childList: true, subtree: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = (): void => {
    const next = getSpeakerSegments(editor.state.doc, words);
    if (JSON.stringify(next) === JSON.stringify(segments)) return;
    segments = next;
    paint(tint, segments, canvases());
  };
  const onUpdate = (): void => {
    clearTimeout(timer);
    timer = setTimeout(update, delayMs);
  };
  editor.on('update', onUpdate);
  paint(tint, segments, canvases());
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    editor.off('update', onUpdate);
  };
}

/** Colors what is drawn on these canvases, and leaves their background clear. */
function paint(
  { wrapper, lengthMs }: Tint,
  segments: readonly SpeakerSegment[],
  canvases: readonly HTMLCanvasElement[],
): void {
  // Forced colors leave no other colors.
  if (matchMedia('(forced-colors: active)').matches) return;
  const style = getComputedStyle(wrapper);
  const total = wrapper.clientWidth;
  if (total === 0 || lengthMs === 0) return;
  const colors = Array.from({ length: 10 }, (_, n) => style.getPropertyValue(`--color-speaker-${n}`));
  const plain = style.getPropertyValue('--waves');
  for (const canvas of canvases) {
    const context = canvas.getContext('2d');
    if (context === null || canvas.width === 0) continue;
    const left = Number.parseFloat(canvas.style.left) || 0;
    const ratio = canvas.width / (Number.parseFloat(canvas.style.width) || canvas.width);
    const isPlayed = canvas.closest('.progress') !== null;
    const toX = (ms: number): number => ((ms / lengthMs) * total - left) * ratio;
    context.save();
    context.globalCompositeOperation = 'source-atop';
    context.fillStyle = plain;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.globalAlpha = isPlayed ? 1 : restAlpha;
    for (const [i, { startMs, color }] of segments.entries()) {
      const from = Math.max(0, toX(startMs));
      const to = Math.min(canvas.width, toX(segments[i + 1]?.startMs ?? lengthMs));
      if (to <= from) continue;
      context.fillStyle = colors[color] ?? plain;
      context.fillRect(from, 0, to - from, canvas.height);
    }
    context.restore();
  }
}

/** A speaker with this color speaks from `startMs` until the next segment. */
interface SpeakerSegment {
  startMs: number;
  color: number;
}

/** The speaker segments by color. Consecutive monologues of one color form one segment. */
export function getSpeakerSegments(doc: Node, words: readonly MachineWord[]): SpeakerSegment[] {
  const colors = new Map(getSpeakers(doc).map((speaker) => [speaker.id, getSpeakerColor(speaker)]));
  const segments: SpeakerSegment[] = [];
  for (const { node, startMs } of monologuesByStart(doc, words)) {
    const color = colors.get(getAttributes(node).speaker) ?? 0;
    if (segments.at(-1)?.color !== color) segments.push({ startMs, color });
  }
  return segments;
}
