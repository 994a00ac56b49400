import { listenForInterruptions } from '#bin/interruption.mjs';
import { Stop } from '#bin/cli-output.mjs';
import { setUpModel } from '#bin/models/set-up-model';

/* The model step of `npm start` alone: prints what the step says, and `started` where the service would start. */

listenForInterruptions();
try {
  await setUpModel();
  console.log('started');
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.log(`stopped: ${error.message}`);
}
