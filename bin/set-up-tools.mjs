import { existsSync, readdirSync } from 'node:fs';
import {
  findChromium,
  findFirefox,
  findMiniBrowser,
  findProgram,
  hasGstreamerPlugins,
} from './find-program.mjs';
import { runProgram, printOutput } from './run-program.mjs';
import { step, Stop } from './cli-output.mjs';

/**
 * A system program or data set: a check of the disk for it, and its package in each package manager.
 * @typedef {{ isThere: () => boolean, apt: string, dnf: string, brew: string }} Tool
 */

const dataFolders = ['/usr/share', '/usr/local/share', '/opt/homebrew/share'];
/** @param {string} file */
const isShared = (file) => dataFolders.some((folder) => existsSync(`${folder}/pocketsphinx/${file}`));

function hasPythonRequests() {
  return readdirSync('/usr/lib')
    .filter((name) => name.startsWith('python3'))
    .some((name) =>
      ['dist', 'site'].some((kind) => existsSync(`/usr/lib/${name}/${kind}-packages/requests`)),
    );
}

/** @type {Tool[]} */
const toolsToRun = [
  // The first start prints a curl command.
  { isThere: () => Boolean(findProgram('curl')), apt: 'curl', dnf: 'curl', brew: 'curl' },
  // Unpacks speech model archives.
  { isThere: () => Boolean(findProgram('bzip2')), apt: 'bzip2', dnf: 'bzip2', brew: 'bzip2' },
  {
    isThere: () => Boolean(findProgram('ffmpeg') && findProgram('ffprobe')),
    apt: 'ffmpeg',
    dnf: 'ffmpeg-free',
    brew: 'ffmpeg',
  },
  {
    isThere: () => Boolean(findProgram('pocketsphinx_batch')),
    apt: 'pocketsphinx',
    dnf: 'pocketsphinx',
    brew: 'cmu-pocketsphinx',
  },
  {
    isThere: () => isShared('model/en-us/en-us/mdef') && isShared('model/en-us/en-us.lm.bin'),
    apt: 'pocketsphinx-en-us',
    dnf: 'pocketsphinx-models',
    brew: 'cmu-pocketsphinx',
  },
  // Pronounces words missing in PocketSphinx's dictionary.
  { isThere: () => Boolean(findProgram('flite')), apt: 'flite', dnf: 'flite', brew: 'flite' },
];

const isLinux = process.platform === 'linux';

/** @type {Tool[]} */
const toolsToTest = [
  {
    isThere: () => isShared('test/data/librivox/transcription'),
    apt: 'pocketsphinx-testdata',
    dnf: 'pocketsphinx',
    brew: 'cmu-pocketsphinx',
  },
  {
    isThere: () => Boolean(findChromium()),
    apt: 'chromium-headless-shell',
    dnf: 'chromium',
    brew: 'chromium',
  },
  {
    isThere: () => ['pdftotext', 'pdfinfo', 'pdffonts'].every((program) => findProgram(program)),
    apt: 'poppler-utils',
    dnf: 'poppler-utils',
    brew: 'poppler',
  },
  { isThere: () => Boolean(findProgram('qpdf')), apt: 'qpdf', dnf: 'qpdf', brew: 'qpdf' },
  // Runs the quickstart's Python sample with Debian's interpreter.
  {
    isThere: () => process.platform !== 'linux' || hasPythonRequests(),
    apt: 'python3-requests',
    dnf: 'python3-requests',
    brew: 'python',
  },
  // Network namespaces are Linux-only.
  {
    isThere: () => !isLinux || Boolean(findProgram('ip')),
    apt: 'iproute2',
    dnf: 'iproute',
    brew: 'iproute2mac',
  },
];

/**
 * Browsers other than Chromium, and their dependencies.
 * @type {Tool[]}
 */
const otherBrowsers = [
  { isThere: () => Boolean(findFirefox()), apt: 'firefox-esr', dnf: 'firefox', brew: 'firefox' },
  // WebKitGTK, its display and its media playback are Linux-only.
  {
    isThere: () => !isLinux || Boolean(findProgram('WebKitWebDriver') && findMiniBrowser()),
    apt: 'webkit2gtk-driver',
    dnf: 'webkit2gtk4.1',
    brew: 'webkitgtk',
  },
  {
    isThere: () => !isLinux || Boolean(findProgram('Xvfb')),
    apt: 'xvfb',
    dnf: 'xorg-x11-server-Xvfb',
    brew: 'xorg-server',
  },
  {
    isThere: () => !isLinux || hasGstreamerPlugins('libav'),
    apt: 'gstreamer1.0-libav',
    dnf: 'gstreamer1-plugin-libav',
    brew: 'gstreamer',
  },
  {
    isThere: () => !isLinux || hasGstreamerPlugins('isomp4', 'autodetect'),
    apt: 'gstreamer1.0-plugins-good',
    dnf: 'gstreamer1-plugins-good',
    brew: 'gstreamer',
  },
  {
    isThere: () => !isLinux || hasGstreamerPlugins('videoparsersbad'),
    apt: 'gstreamer1.0-plugins-bad',
    dnf: 'gstreamer1-plugins-bad-free',
    brew: 'gstreamer',
  },
];

/**
 * The purpose of the tools: running the service, testing it, or testing it in all browsers.
 * @typedef {'run' | 'test' | 'test all'} ToolPurpose
 */

/**
 * Returns a function that installs the system's missing tools. Stops with the command to type if apt would need a
 * password.
 * @param {ToolPurpose} purpose
 * @returns {Promise<() => Promise<void>>}
 */
export async function prepareTools(purpose) {
  const missing = () => findMissingTools(purpose);
  if (missing().length === 0) return async () => {};
  const apt = findProgram('apt-get') && (await permission());
  if (!apt) throw new Stop(whatToType(missing()));
  return async () => {
    const packages = missing().map((tool) => tool.apt);
    await step(`Installing ${packages.join(', ')}`, async (note) => {
      await runApt(apt, ['update'], note);
      await runApt(apt, ['install', '--yes', '--no-install-recommends', ...packages], note);
    });
    if (missing().length > 0) {
      throw new Stop(`apt-get has installed ${packages.join(' ')}, but ${whatToType(missing())}`);
    }
  };
}

/**
 * True if the system has all tools.
 * @param {ToolPurpose} purpose
 */
export function hasTools(purpose) {
  return findMissingTools(purpose).length === 0;
}

/** Lists the Debian packages of the tools that a running service needs. */
export function listPackagesToRun() {
  return toolsToRun.map((tool) => tool.apt);
}

/** @param {ToolPurpose} purpose */
function findMissingTools(purpose) {
  const tools = {
    run: toolsToRun,
    test: [...toolsToRun, ...toolsToTest],
    'test all': [...toolsToRun, ...toolsToTest, ...otherBrowsers],
  };
  return tools[purpose].filter((tool) => !tool.isThere());
}

/** Returns the words before apt-get: none for root, sudo if it needs no password; undefined if not permitted. */
async function permission() {
  if (process.getuid?.() === 0) return [];
  const asked = await runProgram('sudo', ['-n', 'true']);
  return asked.code === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * @param {string[]} before
 * @param {string[]} parameters
 * @param {(text: string) => void} note
 */
async function runApt(before, parameters, note) {
  const settings = ['DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C'];
  // sudo closes file descriptor 3.
  const status = before.length === 0 ? ['-o', 'APT::Status-Fd=3'] : [];
  const lock = ['-o', 'DPkg::Lock::Timeout=300'];
  const line = [...before, 'env', ...settings, 'apt-get', '-q', ...status, ...lock, ...parameters];
  const result = await runProgram(line[0] ?? '', line.slice(1), {
    onStatus: (line) => {
      // "dlstatus:3:41.2:Retrieving…", then "pmstatus:ffmpeg:63.0:Unpacking…"
      const [kind, , percent] = line.split(':');
      if (kind === 'dlstatus') note(`downloading ${Math.round(Number(percent))} %`);
      if (kind === 'pmstatus') note(`unpacking ${Math.round(Number(percent))} %`);
    },
  });
  if (result.code === 0) return;
  printOutput(result);
  throw new Stop(`apt-get ${parameters[0]} failed: see its output above.`);
}

/** @param {Tool[]} tools */
function whatToType(tools) {
  const names = (/** @type {'apt' | 'dnf' | 'brew'} */ manager) =>
    [...new Set(tools.map((tool) => tool[manager]))].join(' ');
  const onDebian = `sudo apt-get update && sudo apt-get install -y ${names('apt')}`;
  const onFedora = `sudo dnf install -y ${names('dnf')}`;
  const onMac = `brew install ${names('brew')}`;
  const need = 'Longhand needs tools that are missing. Run: ';
  if (process.platform === 'darwin') return need + onMac;
  if (findProgram('apt-get')) return need + onDebian;
  if (findProgram('dnf')) return need + onFedora;
  return `${need}${onDebian} (Debian, Ubuntu), ${onFedora} (Fedora) or ${onMac} (macOS)`;
}
