import { noWallClock } from './no-wall-clock.mjs';

/** Longhand's own rules for oxlint. */
export default { meta: { name: 'longhand' }, rules: { 'no-wall-clock': noWallClock } };
