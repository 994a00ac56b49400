import { register } from 'tsx/esm/api';

/* Where a thread of the sources begins: Node 20 takes no TypeScript in a thread unless it is told so inside of it. */

register();
await import('./thread');
