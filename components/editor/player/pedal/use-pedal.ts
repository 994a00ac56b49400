import { useEffect } from 'react';
import { connectPedals, hasPedals } from './connect-pedal';
import type { Pedal } from './foot-pedal';
import type { PedalStore } from './pedal-store';
import type { Player } from '#components/editor/player/player.ts';

const shuttleMs = 100;
/** How much faster than speech it winds. */
const shuttleSpeed = 6;

/** Connects the foot pedals, where the browser has them: pressed they play or wind, released they stop. */
export function usePedal(player: Player, pedal: PedalStore): void {
  useEffect(() => {
    if (!hasPedals()) return;
    const shuttle = createShuttle(player);
    const presses: Record<Pedal, (isDown: boolean) => void> = {
      left: (isDown) => shuttle(isDown ? -1 : 0),
      middle: (isDown) => (isDown ? player.play() : player.pause()),
      right: (isDown) => shuttle(isDown ? 1 : 0),
    };
    const made = connectPedals((which, isDown) => presses[which](isDown));
    pedal.set(made);
    return () => {
      shuttle(0);
      made.end();
      pedal.set(undefined);
    };
  }, [player, pedal]);
}

/** Winds forward (1) or back (-1) until it is told to stop (0), as a held pedal does. */
function createShuttle(player: Player): (direction: 1 | 0 | -1) => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  return (direction) => {
    clearInterval(timer);
    if (direction === 0) return;
    timer = setInterval(() => player.skip(direction * shuttleMs * shuttleSpeed), shuttleMs);
  };
}
