import * as recordTexts from '#messages/recognition-record';
import * as texts from '#messages/recognize-again';
import type { Command, EditorServices } from '#components/editor/context.ts';
import { getTiming } from '#components/editor/document/timing.ts';
import type { Span } from '#lib/transcript/align/word-range';

/** The shortest passage that is recognized alone. */
const minPassageMs = 500;

/** The commands for how the transcript was recognized, and for having it recognized again. */
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
      if (passage !== undefined) services.overlay.set({ kind: 'again', part: { passage } });
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

/** When the selected words are said, and so much around a short one that it can be recognized; undefined without any. */
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
  if (startMs > endMs) return undefined;
  const spareMs = Math.max(0, Math.ceil((minPassageMs - (endMs - startMs)) / 2));
  const begin = Math.max(0, startMs - spareMs);
  return { startMs: begin, endMs: Math.max(endMs + spareMs, begin + minPassageMs) };
}
