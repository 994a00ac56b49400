/* The entry point of the npm scripts: plain JavaScript, because no packages may be installed yet. */

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Longhand needs Node.js 20.19 or newer, and this is ${process.versions.node}.`);
  process.exit(1);
}

// Imported dynamically, so that an older Node.js reaches the message above.
const { runCommand } = await import('./run-command.mjs');
await runCommand(process.argv.slice(2));
