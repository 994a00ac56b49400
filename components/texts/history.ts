const plural = new Intl.PluralRules('en');

/** A number with its noun: `1 word`, `2 words`. */
const countOf = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${plural.select(n) === 'one' ? one : many}`;

const monologues = (n: number): string => countOf(n, 'monologue', 'monologues');

/** What the editor says of earlier versions and of what changed between them. */
export const historyTexts = {
  title: 'History',
  about: 'Every save is kept. Open a version to read it, to compare it, or to bring it back.',
  machine: 'The machine’s transcript',
  owner: 'owner',
  guest: 'guest',
  changed: (n: number) => `${monologues(n)} changed`,
  latest: 'latest',
  saves: (n: number) => countOf(n, 'save', 'saves'),
  restoredFrom: (n: number) =>
    n === 0 ? 'The machine’s version, brought back' : `Version ${n}, brought back`,
  version: (n: number) => `Version ${n}`,
  naming: {
    name: 'Name',
    nameOf: (n: number) => `Name version ${n}`,
    label: 'Name of this version',
    hint: 'Empty takes the name away.',
    save: 'Save',
    cancel: 'Cancel',
    named: (name: string) => `Named “${name}”.`,
    unnamed: 'The name is taken away.',
  },
  more: 'Show earlier ones',
  loading: 'Loading…',
  unreachable: 'The server can’t be reached. Try again in a moment.',
  tryAgain: 'Try again',
  nothingYet: 'Nobody has changed this transcript yet.',
  back: 'Back to the text',
  shown: 'You are reading an earlier version. It can’t be changed here.',
  by: 'by',
  from: 'of',
  compare: 'Compare',
  empty: 'This version is empty.',
  restore: {
    button: 'Restore',
    sure: 'Restore this version?',
    about:
      'It becomes the newest version, as a save of yours. Nothing is lost: the present text stays in the history and can be restored in the same way.',
    yes: 'Restore it',
    done: 'The version is restored.',
    notSaved:
      'What you typed is not saved yet, so nothing was restored. Try again as soon as it says “Saved”.',
  },
  comparison: {
    title: 'What changed',
    command: 'Compare versions',
    before: 'From',
    after: 'To',
    working: 'Comparing…',
    none: 'Both versions are alike.',
    inserted: (n: number) => `${countOf(n, 'word', 'words')} inserted`,
    deleted: (n: number) => `${countOf(n, 'word', 'words')} deleted`,
    changed: (n: number) => `${countOf(n, 'place', 'places')} changed`,
    monologues: (n: number) => `in ${monologues(n)}`,
    onlyChanges: 'Only changes',
    next: 'Next change',
    previous: 'Previous change',
    at: (n: number, of: number) => `Change ${n} of ${of}`,
    skipped: (n: number) => `Show ${countOf(n, 'unchanged monologue', 'unchanged monologues')}`,
    insertion: 'inserted:',
    deletion: 'deleted:',
    end: 'end',
    moved: 'moved here',
    isNew: 'new monologue',
    isGone: 'joined to the one before, or removed',
    machine: 'Machine',
  },
} as const;
