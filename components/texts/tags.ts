/** Tags: the menu that makes and changes them, and what is offered while one is typed. */
export const tagTexts = {
  commands: {
    menu: 'Insert a tag…',
    inaudible: 'Mark as [inaudible]',
  },
  menu: {
    insert: 'Insert a tag',
    insertFor: 'Put in place of the selected words',
    change: (tag: string) => `Tag ${tag}`,
    putBack: 'Put the words back',
    changeTo: 'Change to',
    other: 'Other text…',
    remove: 'Remove the tag',
  },
  own: {
    title: 'Tag with a text of your own',
    label: 'Text of the tag',
    hint: 'Such as: door slams',
    insert: 'Insert',
    change: 'Change',
    cancel: 'Cancel',
  },
  suggestions: {
    name: 'Tags',
    hint: 'Enter or Tab inserts, Escape leaves the text as it is',
  },
  said: {
    inserted: (tag: string) => `${tag} inserted`,
    replaced: (tag: string) => `${tag} in place of the words. They are kept in the tag.`,
    putBack: 'The words are back',
    changed: (tag: string) => `Now ${tag}`,
    removed: (tag: string) => `${tag} removed`,
    oneMonologue: 'Select words of one monologue to put a tag in their place',
    suggested: (tag: string, count: number) =>
      count > 1 ? `Tag ${tag}, 1 of ${count}. Enter inserts it.` : `Tag ${tag}. Enter inserts it.`,
  },
} as const;
