import * as texts from '#messages/editor/review';
import { formatPercent, formatSpokenDuration } from '#lib/messages/format';
import type { Command } from '#components/editor/keyboard/command.ts';
import { setReading } from '#components/editor/layout/view.ts';
import { getSpeakers } from '#components/editor/document/to-document.ts';
import type { EditorContext } from '#components/editor/context.ts';
import { createReview } from './create-review';
import type { LocatedItem } from './locate-items';
import type { Review, ReviewState } from './review';

/** Where the focus goes: into the text, so that one may type, or nowhere. */
export type Focus = 'text' | 'stay';

const reviews = new WeakMap<EditorContext['editor'], Review>();

/** The review of this editor's transcript: the same each time. */
export function getReview(context: EditorContext): Review {
  const found = reviews.get(context.editor);
  if (found !== undefined) return found;
  const made = createReview(context);
  reviews.set(context.editor, made);
  context.editor.on('destroy', made.stop);
  return made;
}

/** Opens the panel and begins. */
export async function startReview(context: EditorContext): Promise<void> {
  const review = getReview(context);
  context.panel.set('review');
  setReading(context, false);
  await review.start();
  if (!review.state().isOn) return;
  context.announce(texts.started({ count: review.state().remaining.length }));
  goToItem(context, 1, 'text');
}

/** Ends it, and removes its highlights. */
export function stopReview(context: EditorContext): void {
  getReview(context).stop();
  context.announce(texts.stopped());
}

/** To the next place or the one before. */
export function goToItem(context: EditorContext, direction: 1 | -1, focus: Focus): void {
  const review = getReview(context);
  if (!review.state().isOn) return void startReview(context);
  const located = review.go(direction, focus);
  context.announce(
    located === undefined ? texts.allDone() : getAnnouncement(context, review.state(), located),
  );
}

/** Finds the current place right, unless it was corrected, and goes on. */
export function acceptItem(context: EditorContext, focus: Focus): void {
  const review = getReview(context);
  const { now } = review.state();
  if (now?.isOpen === true && now.correction === undefined) review.accept([now.item]);
  goToItem(context, 1, focus);
}

/** Takes back what was accepted last, and goes there. */
export function undoAccept(context: EditorContext, focus: Focus): void {
  const review = getReview(context);
  const located = review.undo();
  if (located !== undefined) review.select(located, focus);
  context.announce(
    located === undefined
      ? texts.undone()
      : `${texts.undone()} ${getAnnouncement(context, review.state(), located)}`,
  );
}

/** Accepts all places where the same was heard, or corrects all of them as this one was. */
export function applyToAll(context: EditorContext, focus: Focus): void {
  const review = getReview(context);
  const { now, same } = review.state();
  if (now === undefined) return;
  if (now.correction !== undefined) {
    context.announce(texts.replacedAll({ count: review.replaceSame() }));
    return;
  }
  const items = [...(now.isOpen ? [now.item] : []), ...same.map(({ item }) => item)];
  review.accept(items);
  goToItem(context, 1, focus);
  context.announce(texts.acceptedAll({ count: items.length }));
}

/** What stands at a place, in words. */
export function describeItem({ words }: EditorContext, located: LocatedItem): string {
  const { item, startMs, endMs, text } = located;
  if (item.kind === 'silence') return texts.silence({ seconds: Math.round((endMs - startMs) / 1000) });
  const least = Math.min(...words.slice(item.from, item.to).map(({ confidence = 1 }) => confidence));
  return `${texts.quoted({ words: text })}, ${texts.confidence({ percent: formatPercent(least * 100) })}`;
}

function getAnnouncement(context: EditorContext, { items }: ReviewState, located: LocatedItem): string {
  const { doc } = context.editor.state;
  const monologue = doc.resolve(located.from).node(1);
  const speaker = getSpeakers(doc).find(({ id }) => id === monologue.attrs['speaker']);
  const parts = [
    texts.position({ number: items.indexOf(located.item) + 1, total: items.length }),
    describeItem(context, located),
    speaker?.name ?? '',
    formatSpokenDuration(located.startMs),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const isOn = (context: EditorContext): boolean => getReview(context).state().isOn;
const getCurrent = (context: EditorContext) => getReview(context).state().now;

/** What can be done with doubtful places. */
export const reviewCommands: readonly Command[] = [
  {
    id: 'review-start',
    title: texts.startOrStop,
    group: 'review',
    keys: ['Alt+Shift+KeyR'],
    run: (context) => (isOn(context) ? stopReview(context) : void startReview(context)),
  },
  {
    id: 'review-next',
    title: texts.nextPassage,
    group: 'review',
    keys: ['Alt+KeyN'],
    run: (context) => goToItem(context, 1, 'text'),
  },
  {
    id: 'review-previous',
    title: texts.previousPassage,
    group: 'review',
    keys: ['Alt+KeyP'],
    run: (context) => goToItem(context, -1, 'text'),
  },
  {
    id: 'review-accept',
    title: texts.acceptCommand,
    group: 'review',
    keys: ['Alt+Enter'],
    edits: true,
    isEnabled: (context) => getCurrent(context) !== undefined,
    run: (context) => acceptItem(context, 'text'),
  },
  {
    id: 'review-take-back',
    title: texts.undoAccept,
    group: 'review',
    keys: ['Alt+Shift+Enter'],
    edits: true,
    isEnabled: (context) => getReview(context).state().canUndo,
    run: (context) => undoAccept(context, 'text'),
  },
  {
    id: 'review-same-everywhere',
    title: texts.applyToAll,
    group: 'review',
    keys: ['Alt+Shift+KeyE'],
    edits: true,
    isEnabled: (context) => getCurrent(context) !== undefined && getReview(context).state().same.length > 0,
    run: (context) => applyToAll(context, 'text'),
  },
];
