/** A tab that is not seen paints nothing. */
const maxDelayMs = 100;

/** Calls once, when what has just been changed is painted, or a tenth of a second later where nothing is painted. */
export function afterPaint(call: () => void): void {
  const once = (): void => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    call();
  };
  let timer = setTimeout(once, maxDelayMs);
  // A frame is painted after its callbacks.
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(once);
  });
}
