/** How often a door is tried of which nobody tells that it has closed: a session that has ended, for one. */
const everyMs = 2000;
/** A timer may be early, and the database's clock another. */
const laterMs = 50;

/**
 * Tries a door every two seconds, and a moment after it is to close by itself if that is within `longestMs`. Returns what
 * ends that.
 */
export function watchDoor(
  { closesAt }: { closesAt: Date | null },
  longestMs: number,
  tryDoor: () => void,
): () => void {
  const trying = setInterval(tryDoor, everyMs);
  const leftMs = (closesAt?.getTime() ?? Infinity) - Date.now();
  const closing = leftMs < longestMs ? setTimeout(tryDoor, leftMs + laterMs) : undefined;
  return () => {
    clearInterval(trying);
    clearTimeout(closing);
  };
}
