import { buildIfChanged } from './build-if-changed.mjs';
import { buildPrograms } from './build-programs.mjs';
import { setUpPackages } from './set-up-packages.mjs';

/** Builds all that a start needs, and starts nothing: for images, whose starts must find everything there. */
export async function build() {
  await setUpPackages('run');
  await buildPrograms();
  await buildIfChanged();
}
