import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * The libraries of libfaketime, which give the programs that load them another clock: `single` for programs of one
 * thread and `threaded` for the others. Undefined when they are not installed.
 */
export function findFaketime() {
  // Debian keeps libraries in a folder for each architecture, Fedora in lib64.
  const folders = ['/usr/lib64', ...listFolders('/usr/lib')].map((folder) => path.join(folder, 'faketime'));
  return folders
    .map((folder) => ({
      single: path.join(folder, 'libfaketime.so.1'),
      threaded: path.join(folder, 'libfaketimeMT.so.1'),
    }))
    .find(({ single, threaded }) => existsSync(single) && existsSync(threaded));
}

/** @param {string} parent */
function listFolders(parent) {
  if (!existsSync(parent)) return [];
  return readdirSync(parent).map((name) => path.join(parent, name));
}
