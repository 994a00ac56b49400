import { register } from 'tsx/esm/api';

/*
 * Entry point when running from source: Node 20 runs no TypeScript in a thread unless a loader is registered inside it.
 */

register();
await import('./thread');
