import type { Player } from './player';

const intervalMs = 100;
/** How much faster than speech it winds. */
const times = 6;

/** Winds forward (1) or back (-1) until it is told to stop (0), as a held pedal does. */
export function createShuttle(player: Player): (direction: 1 | 0 | -1) => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  return (direction) => {
    clearInterval(timer);
    if (direction !== 0) timer = setInterval(() => player.skip(direction * intervalMs * times), intervalMs);
  };
}
