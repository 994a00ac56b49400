import { listenForInterruptions } from '#bin/interruption.mjs';
import { setUpChosenModel, setUpRegistryModels } from '#bin/models/set-up-model';

/* Runs only the model steps of `npm start`: prints their messages, and `started` where the service would start. */

listenForInterruptions();
await setUpRegistryModels();
await setUpChosenModel();
console.log('started');
