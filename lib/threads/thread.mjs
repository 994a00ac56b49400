import { register } from 'tsx/esm/api';

/* The beginning of a thread of the sources: Node 20 takes no TypeScript in a thread unless it is told so inside of it. */

register();
await import('./thread');
