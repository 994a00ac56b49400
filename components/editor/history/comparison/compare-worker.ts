import { compareWords } from '#lib/transcript/diff/compare-words';
import type { Edit } from '#lib/transcript/edit';

/* A thread of the browser that compares two edits and tells what it found. */

addEventListener('message', ({ data: [before, after] }: MessageEvent<[Edit, Edit]>) => {
  postMessage(compareWords(before, after), {});
});
