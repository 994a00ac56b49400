const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** What the editor says of the people who have the same transcript open. */
export const togetherTexts = {
  names: (names: readonly string[]) => list.format(names),
  isHere: (names: string) => `Here now: ${names}`,
  people: 'People here',
  you: (name: string) => `${name} (you)`,
  views: (name: string) => `${name}, looking on`,
  guest: 'Guest',
  ended: {
    link: 'This link was withdrawn, or has expired. You can still read what is here, until you close the page.',
    deleted: 'This transcript was deleted. You can still read what is here, until you close the page.',
    permission: 'What you may do by this link has changed. Please load the page again.',
  },
  name: {
    label: 'Your name',
    why: 'It stands beside your changes, so that others know who made them.',
    save: 'Use this name',
    change: (name: string) => `You are here as ${name}. Change`,
    later: 'Later',
  },
} as const;
