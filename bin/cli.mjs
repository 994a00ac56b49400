/* The entry point of the npm scripts: plain JavaScript, since no packages need to be installed yet. */

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Longhand needs Node.js 20.19 or newer, and this is ${process.versions.node}.`);
  process.exit(1);
}

// Loaded late: an older Node.js must reach the line above.
const { runCommand } = await import('./run-command.mjs');
await runCommand(process.argv.slice(2));
