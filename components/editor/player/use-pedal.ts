import { useEffect, useState } from 'react';
import { connectPedals, hasPedals, type PedalConnection } from './connect-pedal';
import type { Pedal } from './foot-pedal';
import type { Player } from './player';
import { winder } from './wind';

/** The foot pedals, where the browser has them: pressed they play or wind, released they stop. */
export function usePedal(player: Player): PedalConnection | undefined {
  const [pedal, setPedal] = useState<PedalConnection>();
  useEffect(() => {
    if (!hasPedals()) return;
    const wind = winder(player);
    const presses: Record<Pedal, (isDown: boolean) => void> = {
      left: (isDown) => wind(isDown ? -1 : 0),
      middle: (isDown) => (isDown ? player.play() : player.pause()),
      right: (isDown) => wind(isDown ? 1 : 0),
    };
    const made = connectPedals((which, isDown) => presses[which](isDown));
    // The connection listens to devices, so that it can be made only here; it is told to the dialog once.
    // oxlint-disable-next-line react/set-state-in-effect
    setPedal(made);
    return () => {
      wind(0);
      made.end();
    };
  }, [player]);
  return pedal;
}
