import { compareWords } from '#lib/transcript/diff/compare-words';
import type { Edit } from '#lib/transcript/edit';

/* A web worker that compares two edits. */

addEventListener('message', ({ data: [before, after] }: MessageEvent<[Edit, Edit]>) => {
  postMessage(compareWords(before, after), {});
});
