import type { Scenario } from '#e2e/support/faults/fault-run';
import { measureClaims } from './claim';
import { outlastDatabase } from './database-down';
import { killDatabase } from './database-kill';
import { fillDisks } from './disk-full';
import { startOnEmptyDatabase } from './empty-database';
import { measureFairness } from './fairness';
import { endGracefully } from './graceful-end';
import { sendHeavy } from './heavy-requests';
import { partHosts } from './hosts';
import { measureAtOnce } from './measuring';
import { mixLoad } from './mixed-load';
import { sendMalformed } from './requests';
import { keepSilence } from './silence';
import { killDuringStart } from './start-kill';
import { disturbStorage } from './storage';
import { floodAsStrangers } from './strangers';
import { killWorkers } from './worker-kill';
import { pauseWorker } from './worker-pause';

/** The scenarios of `npm run faults`, in order. */
export const scenarios: Record<string, Scenario> = {
  'worker-kill': killWorkers,
  'worker-pause': pauseWorker,
  'graceful-end': endGracefully,
  'database-kill': killDatabase,
  'database-down': outlastDatabase,
  'disk-full': fillDisks,
  storage: disturbStorage,
  hosts: partHosts,
  'empty-database': startOnEmptyDatabase,
  'start-kill': killDuringStart,
  fairness: measureFairness,
  heavy: sendHeavy,
  claim: measureClaims,
  measuring: measureAtOnce,
  requests: sendMalformed,
  silence: keepSilence,
  strangers: floodAsStrangers,
  mixed: mixLoad,
};
