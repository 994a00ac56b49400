import { parentPort } from 'node:worker_threads';
import type { RenderAnswer, RenderTask } from '#lib/transcripts/documents/render-document';

/* The thread in which documents are made: one task at a time, an answer for each. */

parentPort?.on('message', (task: RenderTask) => {
  const answer = (said: RenderAnswer): void => parentPort?.postMessage(said, []);
  render(task).then(
    (bytes) => answer({ bytes }),
    (cause: unknown) =>
      answer({ error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }),
  );
});

/** Each format loads its own libraries, the first time somebody asks for it. */
async function render({ format, document }: RenderTask): Promise<Uint8Array> {
  if (format === 'pdf') return (await import('#lib/transcripts/to-pdf')).toPdf(document);
  return (await import('#lib/transcripts/to-word')).toWord(document);
}
