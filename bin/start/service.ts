export { setUpChosenModel, setUpRegistryModels } from '#bin/models/set-up-model';
export { checkSettings } from './check-settings';
export { runService } from './run-service';
