import * as texts from '#messages/editor/review';
import { formatPercent, formatSpokenDuration } from '#lib/messages/format';
import type { Transaction } from '@tiptap/pm/state';
import { remoteMeta } from '#components/editor/document/patch-document.ts';
import { joinWords } from '#lib/transcript/text/join-words';
import type { Passage } from '#lib/transcript/review/low-confidence';
import type { Command } from '#components/editor/context.ts';
import { setReading } from '#components/editor/reading/view.ts';
import { getSpeakers } from '#components/editor/document/to-document.ts';
import { type EditorServices, useEditorServices } from '#components/editor/context.ts';
import { createReview } from './create-review';
import type { LocatedItem } from './locate-items';
import { hasOther, type Review, type ReviewState } from './review';
import { useStored } from '#components/ui/store.ts';

/** The focus afterwards: in the text, for typing, or unchanged. */
export type Focus = 'text' | 'stay';

const reviews = new WeakMap<EditorServices['editor'], Review>();

/** Returns the review of this editor, creating it on the first call. */
export function getReview(services: EditorServices): Review {
  const found = reviews.get(services.editor);
  if (found !== undefined) return found;
  const made = createReview(services);
  reviews.set(services.editor, made);
  services.editor.on('destroy', made.stop);
  return made;
}

/** Opens the panel and starts at the next item, unless the person moves elsewhere in the meantime. */
export async function startReview(services: EditorServices): Promise<void> {
  const review = getReview(services);
  const { editor } = services;
  const { isReading } = services.view.get();
  let hasMoved = false;
  const watch = ({ transaction }: { transaction: Transaction }): void => {
    if (transaction.getMeta(remoteMeta) !== true)
      hasMoved ||= transaction.docChanged || transaction.selectionSet;
  };
  services.panel.set('review');
  setReading(services, false);
  editor.on('transaction', watch);
  await review.start();
  editor.off('transaction', watch);
  if (!review.state.get().isOn) return;
  services.announce(texts.started({ count: review.state.get().remaining.length }));
  // Stays where the person has moved in the meantime: typing there would replace the item selected here.
  if (isReading || !hasMoved) goToItem(services, 1, 'text');
}

/** Starts at the first doubtful passage, or at the wanted one. */
export async function startAtPassage(services: EditorServices, wanted?: Passage): Promise<void> {
  await startReview(services);
  const review = getReview(services);
  const passages = review.state.get().remaining.filter(({ item }) => item.passage !== undefined);
  const first =
    wanted === undefined ? passages[0] : passages.find(({ item }) => isSame(item.passage, wanted));
  if (first === undefined) return;
  review.select(first, 'text');
  services.announce(getAnnouncement(services, review.state.get(), first));
}

function isSame(passage: Passage | undefined, { startMs, endMs }: Passage): boolean {
  return passage?.startMs === startMs && passage.endMs === endMs;
}

/** Stops the review and removes its highlights. */
export function stopReview(services: EditorServices): void {
  getReview(services).stop();
  services.announce(texts.stopped());
}

/** Goes to the next (1) or previous (-1) item. */
export function goToItem(services: EditorServices, direction: 1 | -1, focus: Focus): void {
  const review = getReview(services);
  if (!review.state.get().isOn) return void startReview(services);
  const located = review.go(direction, focus);
  services.announce(
    located === undefined ? texts.allDone() : getAnnouncement(services, review.state.get(), located),
  );
}

/** Accepts the current item, unless it was corrected, and goes to the next. */
export function acceptItem(services: EditorServices, focus: Focus): void {
  const review = getReview(services);
  const { now } = review.read();
  if (now?.isOpen === true && now.correction === undefined) review.accept([now.item]);
  goToItem(services, 1, focus);
}

/** Replaces the current item with its other words, and goes to the next one. */
export function takeOther(services: EditorServices, focus: Focus): void {
  if (getReview(services).takeOther(false) > 0) goToItem(services, 1, focus);
}

/** Undoes the last acceptance, and returns to its item. */
export function undoAccept(services: EditorServices, focus: Focus): void {
  const review = getReview(services);
  const located = review.undo();
  if (located !== undefined) review.select(located, focus);
  services.announce(
    located === undefined
      ? texts.undone()
      : `${texts.undone()} ${getAnnouncement(services, review.state.get(), located)}`,
  );
}

/** Accepts or corrects all items with the same words like this one, or writes the entry that all sound like. */
export function applyToAll(services: EditorServices, focus: Focus): void {
  const review = getReview(services);
  const { now } = review.read();
  if (now === undefined) return;
  if (now.correction !== undefined) {
    services.announce(texts.replacedAll({ count: review.replaceSame() }));
    return;
  }
  if (now.item.kind === 'sound' && now.isOpen) {
    const count = review.takeOther(true);
    goToItem(services, 1, focus);
    services.announce(texts.replacedAll({ count }));
    return;
  }
  acceptAll(services, focus);
}

/** Accepts all items with the same words. */
export function acceptAll(services: EditorServices, focus: Focus): void {
  const review = getReview(services);
  const { now, same } = review.read();
  if (now === undefined) return;
  const items = [...(now.isOpen ? [now.item] : []), ...same.map(({ item }) => item)];
  review.accept(items);
  goToItem(services, 1, focus);
  services.announce(texts.acceptedAll({ count: items.length }));
}

/** Describes an item. */
export function describeItem({ words }: EditorServices, located: LocatedItem): string {
  const { item, startMs, endMs, text } = located;
  if (item.kind === 'conflict') {
    const heard = joinWords(words.slice(item.from, item.to));
    return text === '' ? texts.heard({ heard }) : texts.conflict({ words: text, heard });
  }
  if (item.kind === 'sound') return texts.sound({ words: text, entry: item.text ?? '' });
  if (item.kind === 'speech') return texts.speech({ seconds: toWholeSeconds(startMs, endMs) });
  if (item.kind === 'language') return texts.otherLanguage({ length: formatSpokenDuration(endMs - startMs) });
  if (item.kind === 'silence') return texts.silence({ seconds: Math.round((endMs - startMs) / 1000) });
  const least = Math.min(...words.slice(item.from, item.to).map(({ confidence = 1 }) => confidence));
  return `${texts.quoted({ words: text })}, ${texts.confidence({ percent: formatPercent(least * 100) })}`;
}

/** At least 1: half a second of speech shouldn't show as 0. */
function toWholeSeconds(startMs: number, endMs: number): number {
  return Math.max(1, Math.round((endMs - startMs) / 1000));
}

function getAnnouncement(services: EditorServices, { items }: ReviewState, located: LocatedItem): string {
  const { doc } = services.editor.state;
  const monologue = doc.resolve(located.from).node(1);
  const speaker = getSpeakers(doc).find(({ id }) => id === monologue.attrs['speaker']);
  const parts = [
    texts.position({ number: items.indexOf(located.item) + 1, total: items.length }),
    describeItem(services, located),
    speaker?.name ?? '',
    formatSpokenDuration(located.startMs),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const isOn = (services: EditorServices): boolean => getReview(services).state.get().isOn;
const getCurrent = (services: EditorServices) => getReview(services).state.get().now;
/** The review commands. */
export const reviewCommands: readonly Command[] = [
  {
    id: 'review-start',
    title: texts.startOrStop,
    group: 'review',
    keys: ['Alt+Shift+KeyR'],
    run: (services) => (isOn(services) ? stopReview(services) : void startReview(services)),
  },
  {
    id: 'mark-uncertain',
    title: texts.markUncertain,
    group: 'review',
    keys: [],
    run({ settings, announce }) {
      const markUncertain = !settings.get().markUncertain;
      settings.change({ markUncertain });
      announce(markUncertain ? texts.uncertainMarked() : texts.uncertainUnmarked());
    },
  },
  {
    id: 'review-next',
    title: texts.nextPassage,
    group: 'review',
    keys: ['Alt+KeyN'],
    run: (services) => goToItem(services, 1, 'text'),
  },
  {
    id: 'review-previous',
    title: texts.previousPassage,
    group: 'review',
    keys: ['Alt+KeyP'],
    run: (services) => goToItem(services, -1, 'text'),
  },
  {
    id: 'review-accept',
    title: texts.acceptCommand,
    group: 'review',
    keys: ['Alt+Enter'],
    edits: true,
    isEnabled: (services) => getCurrent(services) !== undefined,
    run: (services) => acceptItem(services, 'text'),
  },
  {
    id: 'review-take-heard',
    title: texts.takeOtherCommand,
    group: 'review',
    keys: ['Alt+Shift+KeyU'],
    edits: true,
    isEnabled: (services) => hasOther(getCurrent(services)),
    run: (services) => takeOther(services, 'text'),
  },
  {
    id: 'review-take-back',
    title: texts.undoAccept,
    group: 'review',
    keys: ['Alt+Shift+Enter'],
    edits: true,
    isEnabled: (services) => getReview(services).state.get().canUndo,
    run: (services) => undoAccept(services, 'text'),
  },
  {
    id: 'review-same-everywhere',
    title: texts.applyToAll,
    group: 'review',
    keys: ['Alt+Shift+KeyE'],
    edits: true,
    isEnabled(services) {
      const { now, same } = getReview(services).read();
      return now !== undefined && same.length > 0;
    },
    run: (services) => applyToAll(services, 'text'),
  },
];

/** Subscribes to the state of the review. */
export function useReview(): ReviewState {
  return useStored(getReview(useEditorServices()).state);
}
