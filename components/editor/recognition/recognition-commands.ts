import * as recordTexts from '#messages/recognition-record';
import * as texts from '#messages/recognize-again';
import type { Command, EditorServices } from '#components/editor/context.ts';
import { getTiming } from '#components/editor/document/timing.ts';
import type { Span } from '#lib/transcript/align/word-range';

/** The shortest passage that can be recognized alone. */
const minPassageMs = 500;

/** Commands for the recognition record, and for recognizing again. */
export const recognitionCommands: readonly Command[] = [
  {
    id: 'again',
    title: texts.command,
    keywords: texts.keywords,
    group: 'document',
    keys: [],
    isEnabled: ({ access }) => access.again !== undefined,
    run: ({ overlay }) => overlay.set({ kind: 'again', part: {} }),
  },
  {
    id: 'again-selection',
    title: texts.selectionCommand,
    keywords: texts.keywords,
    group: 'document',
    keys: [],
    isEnabled: (services) =>
      services.access.again !== undefined && getSelectedPassage(services) !== undefined,
    run(services) {
      const passage = getSelectedPassage(services);
      if (passage !== undefined) askForPassage(services, passage);
    },
  },
  {
    id: 'again-speakers',
    title: texts.speakersCommand,
    keywords: texts.speakersKeywords,
    group: 'speakers',
    keys: [],
    isEnabled: ({ access }) => access.again !== undefined,
    run: ({ overlay }) => overlay.set({ kind: 'again', part: { task: 'speakers' } }),
  },
  {
    id: 'about-transcript',
    title: recordTexts.title,
    group: 'document',
    keys: [],
    isEnabled: ({ access }) => access.recognition !== undefined,
    run: ({ overlay }) => overlay.set({ kind: 'record' }),
  },
];

/** Asks for confirmation to recognize a passage again, padded to the minimum length. */
export function askForPassage({ overlay }: EditorServices, { startMs, endMs }: Span): void {
  const spareMs = Math.max(0, Math.ceil((minPassageMs - (endMs - startMs)) / 2));
  const begin = Math.max(0, startMs - spareMs);
  const passage = { startMs: begin, endMs: Math.max(endMs + spareMs, begin + minPassageMs) };
  overlay.set({ kind: 'again', part: { passage } });
}

/** The time range of the selected words; undefined without any. */
export function getSelectedPassage({ editor, words, view, openVersion }: EditorServices): Span | undefined {
  const { doc, selection } = editor.state;
  const { from, to } = selection;
  const isTextShown = !view.get().isReading && openVersion.get() === undefined;
  if (from === to || !isTextShown) return undefined;
  let [startMs, endMs] = [Infinity, -Infinity];
  doc.nodesBetween(from, to, (node, position) => {
    const begin = position + 1;
    for (const token of getTiming(node, words)) {
      if (begin + token.to <= from || begin + token.from >= to) continue;
      startMs = Math.min(startMs, token.startMs);
      endMs = Math.max(endMs, token.endMs);
    }
    return false;
  });
  return startMs > endMs ? undefined : { startMs, endMs };
}
