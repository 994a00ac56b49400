import { reviewTexts as texts } from '#components/texts/review';
import type { Command } from '../commands/command';
import { speakersOf } from '../document/to-document';
import type { Room } from '../edit-room';
import { createReview } from './create-review';
import type { Place } from './place-doubts';
import type { Review, ReviewState } from './review';

/** Where the focus goes: into the text, so that one may type, or nowhere. */
export type Focus = 'text' | 'stay';

const reviews = new WeakMap<Room['editor'], Review>();

/** The review of this room's transcript: the same each time. */
export function reviewOf(room: Room): Review {
  const found = reviews.get(room.editor);
  if (found !== undefined) return found;
  const made = createReview(room);
  reviews.set(room.editor, made);
  room.editor.on('destroy', made.stop);
  return made;
}

/** Opens the panel and begins. */
export async function startReview(room: Room): Promise<void> {
  const review = reviewOf(room);
  room.openPanel('review');
  room.view.change({ reading: false });
  await review.start();
  if (!review.state().isOn) return;
  room.announce(texts.started(review.state().places.length));
  goTo(room, 1, 'text');
}

/** Ends it; nothing is coloured any more. */
export function stopReview(room: Room): void {
  reviewOf(room).stop();
  room.announce(texts.stopped);
}

/** To the next place or the one before. */
export function goTo(room: Room, direction: 1 | -1, focus: Focus): void {
  const review = reviewOf(room);
  if (!review.state().isOn) return void startReview(room);
  const place = review.go(direction, focus);
  room.announce(place === undefined ? texts.allDone : sayPlace(room, review.state(), place));
}

/** Finds the current place right, unless it was corrected, and goes on. */
export function acceptPlace(room: Room, focus: Focus): void {
  const review = reviewOf(room);
  const { now } = review.state();
  if (now?.isOpen === true && now.correction === undefined) review.accept([now.doubt]);
  goTo(room, 1, focus);
}

/** Takes back what was accepted last, and goes there. */
export function takeBack(room: Room, focus: Focus): void {
  const review = reviewOf(room);
  const place = review.takeBack();
  if (place !== undefined) review.visit(place, focus);
  room.announce(
    place === undefined ? texts.takenBack : `${texts.takenBack} ${sayPlace(room, review.state(), place)}`,
  );
}

/** Accepts all places where the same was heard, or corrects all of them as this one was. */
export function sameEverywhere(room: Room, focus: Focus): void {
  const review = reviewOf(room);
  const { now, same } = review.state();
  if (now === undefined) return;
  if (now.correction !== undefined) {
    room.announce(texts.replacedSame(review.replaceSame()));
    return;
  }
  const doubts = [...(now.isOpen ? [now.doubt] : []), ...same.map(({ doubt }) => doubt)];
  review.accept(doubts);
  goTo(room, 1, focus);
  room.announce(texts.acceptedSame(doubts.length));
}

/** What stands at a place, in words. */
export function describePlace({ words }: Room, place: Place): string {
  const { doubt, startMs, endMs, text } = place;
  if (doubt.kind === 'silence') return texts.silence(endMs - startMs);
  const least = Math.min(...words.slice(doubt.from, doubt.to).map(({ confidence = 1 }) => confidence));
  return `${texts.quoted(text)}, ${texts.confidence(least)}`;
}

function sayPlace(room: Room, { doubts }: ReviewState, place: Place): string {
  const { doc } = room.editor.state;
  const monologue = doc.resolve(place.from).node(1);
  const speaker = speakersOf(doc).find(({ id }) => id === monologue.attrs['speaker']);
  return texts.says({
    number: doubts.indexOf(place.doubt) + 1,
    total: doubts.length,
    what: describePlace(room, place),
    speaker: speaker?.name ?? '',
    ms: place.startMs,
  });
}

const isOn = (room: Room): boolean => reviewOf(room).state().isOn;
const here = (room: Room) => reviewOf(room).state().now;

/** What can be done with doubtful places. */
export const reviewCommands: readonly Command[] = [
  {
    id: 'review-start',
    title: texts.commands.start,
    group: 'review',
    keys: ['Alt+Shift+KeyR'],
    run: (room) => (isOn(room) ? stopReview(room) : void startReview(room)),
  },
  {
    id: 'review-next',
    title: texts.commands.next,
    group: 'review',
    keys: ['Alt+KeyN'],
    run: (room) => goTo(room, 1, 'text'),
  },
  {
    id: 'review-previous',
    title: texts.commands.previous,
    group: 'review',
    keys: ['Alt+KeyP'],
    run: (room) => goTo(room, -1, 'text'),
  },
  {
    id: 'review-accept',
    title: texts.commands.accept,
    group: 'review',
    keys: ['Alt+Enter'],
    edits: true,
    isPossible: (room) => here(room) !== undefined,
    run: (room) => acceptPlace(room, 'text'),
  },
  {
    id: 'review-take-back',
    title: texts.commands.takeBack,
    group: 'review',
    keys: ['Alt+Shift+Enter'],
    edits: true,
    isPossible: (room) => reviewOf(room).state().canTakeBack,
    run: (room) => takeBack(room, 'text'),
  },
  {
    id: 'review-same-everywhere',
    title: texts.commands.everywhere,
    group: 'review',
    keys: ['Alt+Shift+KeyE'],
    edits: true,
    isPossible: (room) => here(room) !== undefined && reviewOf(room).state().same.length > 0,
    run: (room) => sameEverywhere(room, 'text'),
  },
];
