import { register } from 'tsx/esm/api';

/* Where the rendering thread of the sources begins: Node 20 takes no TypeScript in a thread unless it is told so inside of it. */

register();
await import('./render-thread');
