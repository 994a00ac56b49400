import { listenForInterruptions } from '#bin/interruption.mjs';
import { setUpChosenModel, setUpRegistryModels } from '#bin/models/set-up-model';

/* The model steps of `npm start` alone: prints what they say, and `started` where the service would start. */

listenForInterruptions();
await setUpRegistryModels();
await setUpChosenModel();
console.log('started');
