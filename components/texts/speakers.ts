const plural = new Intl.PluralRules('en');
const percents = new Intl.NumberFormat('en', { style: 'percent' });

const counted = (count: number, one: string, other: string): string =>
  `${count} ${plural.select(count) === 'one' ? one : other}`;

const monologues = (count: number): string => counted(count, 'monologue', 'monologues');

/** Who says what: the menu of speakers, and the dialog that changes them. */
export const speakerTexts = {
  commands: {
    menu: 'Change the speaker…',
    overview: 'Speakers…',
    nth: (n: number) => `Assign speaker ${n}`,
  },
  numbered: (n: number) => `Speaker ${n}`,
  menu: {
    name: 'Who speaks',
    appliesTo: 'For',
    this: 'This monologue',
    words: 'The selected words',
    several: (count: number) => `${monologues(count)} selected`,
    following: (name: string, count: number) => `This and all following of ${name} (${count})`,
    speakers: 'Who speaks',
    add: 'New speaker…',
    overview: 'Rename, merge, colours…',
  },
  dialog: {
    title: 'Speakers',
    close: 'Close',
    name: (name: string) => `Name of ${name}`,
    newName: 'New speaker',
    add: 'Add',
    addAndAssign: 'Add and assign',
    share: (count: number, share: number) => `${monologues(count)}, ${percents.format(share)} of the talking`,
    silent: 'Says nothing',
    sameName: 'Another speaker has the same name. Is it the same person? Then merge the two.',
    colour: (name: string) => `Colour of ${name}`,
    colours: ['Blue', 'Orange', 'Green', 'Purple', 'Teal', 'Yellow', 'Red', 'Olive', 'Violet', 'Grey'],
    merge: (name: string) => `Merge ${name} into another speaker`,
    mergeInto: 'Merge into',
    remove: (name: string) => `Remove ${name}`,
    removeLabel: 'Remove',
    undo: 'All of this can be undone.',
  },
  said: {
    assigned: (name: string) => `Speaker: ${name}`,
    assignedMany: (name: string, count: number) => `Speaker of ${monologues(count)}: ${name}`,
    same: (name: string) => `${name} speaks already`,
    added: (name: string) => `${name} was added`,
    renamed: (before: string, after: string) => `${before} is now ${after}`,
    sameName: (name: string) => `Another speaker is called ${name} too`,
    coloured: (name: string, colour: string) => `${name}: ${colour}`,
    merged: (from: string, into: string) => `${from} was merged into ${into}`,
    removed: (name: string) => `${name} was removed`,
  },
} as const;
