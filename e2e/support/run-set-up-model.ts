import { listenForInterruptions } from '#bin/interruption.mjs';
import { setUpModel } from '#bin/models/set-up-model';

/* The model step of `npm start` alone: prints what the step says, and `started` where the service would start. */

listenForInterruptions();
await setUpModel();
console.log('started');
