import { parentPort } from 'node:worker_threads';
import type { RenderAnswer, RenderTask } from '#lib/exports/documents/render-document';

/* The thread in which documents are made: one task at a time, an answer for each. */

parentPort?.on('message', (task: RenderTask) => {
  const answer = (said: RenderAnswer): void => parentPort?.postMessage(said, []);
  render(task).then(
    (bytes) => answer({ bytes }),
    (cause: unknown) =>
      answer({ error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }),
  );
});

/** Each format loads its own libraries, the first time it is requested. */
async function render(task: RenderTask): Promise<Uint8Array> {
  switch (task.format) {
    case 'pdf':
      return (await import('#lib/exports/pdf/to-pdf')).toPdf(task.document);
    case 'word':
      return (await import('#lib/exports/word/to-word')).toWord(task.document);
    case 'tracked-word':
      return (await import('#lib/exports/word/to-tracked-word')).toTrackedWord(task.document);
  }
}
