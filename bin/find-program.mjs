import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Finds the first of these programs in PATH; undefined if there is none.
 * @param {...string} names
 * @returns {string | undefined}
 */
export function findProgram(...names) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => isExecutable(file));
}

/** Finds Chromium for tests: CHROMIUM_PATH, else the system's, preferring the headless shell, three times as fast. */
export function findChromium() {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return existsSync(given) ? given : undefined;
  return findProgram(
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  );
}

/** Finds Firefox for the browser tests. */
export const findFirefox = () =>
  findProgram('firefox-esr', 'firefox') ??
  ['/Applications/Firefox.app/Contents/MacOS/firefox'].find(isExecutable);

/** Finds WebKitGTK's browser for the browser tests: it belongs to the library, outside PATH. */
export function findMiniBrowser() {
  return findLibraryFiles('webkit2gtk-4.1/MiniBrowser', 'webkitgtk-6.0/MiniBrowser').find((file) =>
    isExecutable(file),
  );
}

/** True if GStreamer, which plays media for WebKitGTK, has all these plugins. */
export const hasGstreamerPlugins = (/** @type {string[]} */ ...names) =>
  names.every((name) => findLibraryFiles(`gstreamer-1.0/libgst${name}.so`).length > 0);

/**
 * Finds these paths in the system's library folders, including those of this machine's architecture.
 * @param {...string} names
 */
function findLibraryFiles(...names) {
  const roots = ['/usr/lib', '/usr/lib64', '/usr/libexec'].filter((root) => existsSync(root));
  const folders = roots.flatMap((root) => [
    root,
    ...readdirSync(root)
      .filter((name) => name.includes('-linux-gnu'))
      .map((name) => path.join(root, name)),
  ]);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)).filter(existsSync));
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
