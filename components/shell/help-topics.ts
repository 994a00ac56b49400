import * as texts from '#messages/help';

const anchors = [
  'transcripts',
  'editor',
  'keyboard',
  'speakers-and-tags',
  'times-and-style-guides',
  'pasting',
  'find-and-replace',
  'review',
  'history-sharing-and-export',
  'settings',
] as const;

/** The help topics in command palettes, found by title and synonyms. */
export const helpTopics = anchors.map((anchor) => ({
  id: `help-${anchor}`,
  href: `/help#${anchor}`,
  title: () => texts.topic({ title: texts.titles[anchor]() }),
  keywords: texts.keywords[anchor],
}));
