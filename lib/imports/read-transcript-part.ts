import type { ImportedParagraph } from '#lib/imports/imported-paragraph';
import { Refusal } from '#lib/refusal';
import { runInThread, type ThreadOwner } from '#lib/threads/run-in-thread';

/**
 * Parses a local transcript file that came with a recording. Refuses `invalid-parameters`, as `transcript`, for one
 * that can't be read, and `service-unavailable` as `runInThread` does.
 */
export async function readTranscriptPart(file: string, owner: ThreadOwner): Promise<ImportedParagraph[]> {
  const parsed = await runInThread('parse-transcript', () => ({ file }), owner);
  if ('paragraphs' in parsed) return parsed.paragraphs;
  throw new Refusal({ kind: 'invalid-parameters', parameters: { transcript: [parsed.fault] } });
}
