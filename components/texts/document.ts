/** What stands in the transcript itself, and around it while it is being opened. */
export const documentTexts = {
  name: (job: string) => `Transcript of ${job}`,
  changeSpeaker: 'Change the speaker',
  playFromHere: 'Play from here',
  opening: 'Opening the transcript…',
  notOpened: {
    title: 'The transcript could not be opened',
    text: 'The server did not give it to us. Nothing is lost: please try again.',
    again: 'Try again',
  },
  viewOnly: 'You may read this transcript, but not change it.',
  panels: 'Panels',
  closePanel: 'Close',
  player: 'Player',
  tag: (tag: string) => `Tag ${tag}`,
  tagNote: (note: string) => `In place of: ${note}`,
  commands: {
    split: { title: 'Split the monologue', done: 'Split' },
    mergeUp: { title: 'Merge with the monologue above', done: 'Merged' },
    mergeDown: { title: 'Merge with the monologue below', done: 'Merged' },
    undo: 'Undo',
    redo: 'Redo',
  },
} as const;
