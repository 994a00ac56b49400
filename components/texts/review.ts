import type { DoubtKind } from '#lib/transcripts/find-doubts';

const plural = new Intl.PluralRules('en');

const counted = (count: number, one: string, other: string): string =>
  `${count} ${plural.select(count) === 'one' ? one : other}`;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A moment as it is spoken: "4 minutes 32". */
function spoken(ms: number): string {
  const whole = Math.floor(ms / 1000);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const parts = [
    ...(hours > 0 ? [counted(hours, 'hour', 'hours')] : []),
    ...(hours + minutes > 0 ? [counted(minutes, 'minute', 'minutes')] : []),
  ];
  if (parts.length === 0) return counted(whole, 'second', 'seconds');
  return [...parts, ...(whole % 60 > 0 ? [String(whole % 60)] : [])].join(' ');
}

/** What the review of doubtful places says. */
export const reviewTexts = {
  title: 'Review',
  intro:
    'Go from one doubtful place to the next, hear it, and correct it or find it right. What you and others have reviewed is kept.',
  start: 'Start reviewing',
  stop: 'Stop reviewing',
  commands: {
    start: 'Start or stop reviewing doubtful places',
    next: 'Next doubtful place',
    previous: 'Previous doubtful place',
    accept: 'Accept the doubtful place and go on',
    takeBack: 'Take back what was accepted last',
    everywhere: 'The same everywhere: accept or replace all alike',
  },
  kinds: {
    confidence: 'Uncertain words',
    rare: 'Rare words',
    silence: 'Long silences',
  } satisfies Record<DoubtKind, string>,
  kindHelp: {
    confidence: 'The recogniser was less sure of them than of the others in this recording.',
    rare: 'Said only once, and not surely: often a name. There is no dictionary behind this.',
    silence: 'More than four seconds without a word: something may have been missed.',
  } satisfies Record<DoubtKind, string>,
  filters: 'What to look for',
  kindCount: (kind: string, count: number) => `${kind} (${count} left)`,
  share: 'How many words to look at',
  shareValue: (share: number) => `the ${percent(share)} least certain`,
  place: (number: number, total: number) => `Place ${number} of ${total}`,
  silence: (ms: number) => `Silence of ${Math.round(ms / 1000)} seconds`,
  confidence: (confidence: number) => `confidence ${percent(confidence)}`,
  quoted: (words: string) => `“${words}”`,
  corrected: (heard: string, now: string) => (now === '' ? `“${heard}” deleted` : `“${heard}” → “${now}”`),
  isRight: 'Reviewed',
  toCorrect: 'Type to correct it.',
  next: 'Next',
  previous: 'Previous',
  accept: 'Accept',
  takeBack: 'Take back',
  acceptSame: (words: string, count: number) => `Accept all ${count + 1} “${words}”`,
  replaceSame: (heard: string, count: number, by: string) =>
    by === ''
      ? `Delete ${counted(count, 'other', 'others')} “${heard}”`
      : `Replace ${counted(count, 'other', 'others')} “${heard}” by “${by}”`,
  meter: (reviewed: number, total: number) =>
    `${reviewed} of ${counted(total, 'doubtful place', 'doubtful places')} reviewed (${percent(total === 0 ? 1 : reviewed / total)})`,
  meterName: 'Reviewed',
  nothing: 'Nothing here looks doubtful.',
  noConfidence:
    'The engine that wrote this transcript doesn’t say how sure it is of a word, so the review only finds long silences.',
  allDone: 'Every doubtful place has been reviewed.',
  waits: 'Not sent yet: kept on this device.',
  list: 'Places around this one',
  options: 'Options and places',
  viewOnly: 'You may go through the places, but not change or accept them.',
  says: (parts: { number: number; total: number; what: string; speaker: string; ms: number }) =>
    [`Place ${parts.number} of ${parts.total}`, parts.what, parts.speaker, spoken(parts.ms)]
      .filter((part) => part !== '')
      .join(', '),
  started: (left: number) => `Review started: ${counted(left, 'place', 'places')} left.`,
  stopped: 'Review ended.',
  takenBack: 'Taken back.',
  acceptedSame: (count: number) => `${counted(count, 'place', 'places')} accepted.`,
  replacedSame: (count: number) => `${counted(count, 'place', 'places')} replaced. Undo takes all back.`,
  strangeReview: 'A review names ranges of machine words to accept and to withdraw.',
} as const;
