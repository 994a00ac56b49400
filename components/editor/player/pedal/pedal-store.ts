import type { Store } from '#components/ui/store.ts';
import type { PedalConnection } from './connect-pedal';

/** Holds the connection to foot pedals; undefined where the browser has none. */
export type PedalStore = Store<PedalConnection | undefined>;
