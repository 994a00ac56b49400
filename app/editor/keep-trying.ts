/** How often a door is tried of which nobody tells that it has closed: a session that has ended, for one. */
const tryDoorMs = 2000;
/** The clocks of this process and of the database need not agree to the millisecond. */
const marginMs = 50;
/** The longest that a timer can wait for. */
const longestTimerMs = 2 ** 31 - 1;

/** Has a door tried again and again, and at the moment when it closes by itself. Returns what ends that. */
export function keepTrying({ closesAt }: { closesAt: Date | null }, tryDoor: () => void): () => void {
  const trying = setInterval(tryDoor, tryDoorMs);
  const waitMs = closesAt === null ? Infinity : closesAt.getTime() - Date.now() + marginMs;
  const closing = waitMs <= longestTimerMs ? setTimeout(tryDoor, waitMs) : undefined;
  return () => {
    clearInterval(trying);
    clearTimeout(closing);
  };
}
