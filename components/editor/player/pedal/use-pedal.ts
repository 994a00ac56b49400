import { useEffect, useState } from 'react';
import { connectPedals, hasPedals, type PedalConnection } from './connect-pedal';
import type { Pedal } from './foot-pedal';
import type { Player } from '#components/editor/player/player.ts';

const shuttleMs = 100;
/** How much faster than speech it winds. */
const shuttleSpeed = 6;

/** The foot pedals, where the browser has them: pressed they play or wind, released they stop. */
export function usePedal(player: Player): PedalConnection | undefined {
  const [pedal, setPedal] = useState<PedalConnection>();
  useEffect(() => {
    if (!hasPedals()) return;
    const shuttle = createShuttle(player);
    const presses: Record<Pedal, (isDown: boolean) => void> = {
      left: (isDown) => shuttle(isDown ? -1 : 0),
      middle: (isDown) => (isDown ? player.play() : player.pause()),
      right: (isDown) => shuttle(isDown ? 1 : 0),
    };
    const made = connectPedals((which, isDown) => presses[which](isDown));
    // The connection listens to devices, so that it can be made only here; it is told to the dialog once.
    // oxlint-disable-next-line react/set-state-in-effect
    setPedal(made);
    return () => {
      shuttle(0);
      made.end();
    };
  }, [player]);
  return pedal;
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
