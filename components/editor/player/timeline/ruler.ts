import { formatClock } from '#lib/messages/format';

/** The visible range of the recording, and its width in pixels. */
export interface Sight {
  startMs: number;
  endMs: number;
  width: number;
}

/** A tick of the ruler. Ticks with a label are long. */
export interface Tick {
  x: number;
  label?: string;
}

const minLabelPixels = 72;
const minTickPixels = 8;
const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** Intervals between labels, each with the tick intervals that divide it, finest first. */
const steps: ReadonlyArray<readonly [label: number, ticks: readonly number[]]> = [
  [second, [0.1 * second, 0.5 * second]],
  [2 * second, [0.5 * second, second]],
  [5 * second, [second]],
  [10 * second, [second, 5 * second]],
  [30 * second, [5 * second, 10 * second]],
  [minute, [10 * second, 30 * second]],
  [2 * minute, [30 * second, minute]],
  [5 * minute, [minute]],
  [10 * minute, [minute, 5 * minute]],
  [30 * minute, [5 * minute, 10 * minute]],
  [hour, [10 * minute, 30 * minute]],
  [2 * hour, [30 * minute, hour]],
  [5 * hour, [hour]],
];

/** The ticks of the visible range. Labels are at round times and don't overlap. */
export function getTicks({ startMs, endMs, width }: Sight): Tick[] {
  const lengthMs = endMs - startMs;
  if (lengthMs <= 0 || width <= 0) return [];
  const toPixels = (ms: number): number => (ms / lengthMs) * width;
  const [label, between] = steps.find(([step]) => toPixels(step) >= minLabelPixels) ??
    steps.at(-1) ?? [hour, [hour]];
  const step = between.find((ms) => toPixels(ms) >= minTickPixels) ?? label;
  const ticks: Tick[] = [];
  for (let n = Math.ceil(startMs / step); n * step <= endMs; n++) {
    const ms = Math.round(n * step);
    ticks.push({ x: toPixels(ms - startMs), ...(ms % label === 0 && { label: formatClock(ms) }) });
  }
  return ticks;
}

/** Redraws the ruler in one canvas, in its element's colors: `color` for labels, the outline's for ticks. */
export function drawRuler(canvas: HTMLCanvasElement, sight: Sight): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = clearCanvas(canvas);
  if (context === undefined) return;
  context.scale(devicePixelRatio, devicePixelRatio);
  const { color, outlineColor, font } = getComputedStyle(canvas);
  context.font = font;
  context.textBaseline = 'bottom';
  for (const { x, label } of getTicks({ ...sight, width })) {
    context.fillStyle = outlineColor;
    context.fillRect(Math.min(Math.round(x), width - 1), 0, 1, label === undefined ? 3 : 6);
    if (label === undefined || x + 4 + context.measureText(label).width > width) continue;
    context.fillStyle = color;
    context.fillText(label, Math.round(x) + 4, height);
  }
}

/** Clears a canvas and sizes it to its element in device pixels. Undefined while it has no width. */
export function clearCanvas(canvas: HTMLCanvasElement): CanvasRenderingContext2D | undefined {
  if (canvas.clientWidth === 0) return undefined;
  canvas.width = Math.round(canvas.clientWidth * devicePixelRatio);
  canvas.height = Math.round(canvas.clientHeight * devicePixelRatio);
  return canvas.getContext('2d') ?? undefined;
}
