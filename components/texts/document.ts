/** What stands in the transcript itself, and around it while it is being opened. */
export const documentTexts = {
  name: (job: string) => `Transcript of ${job}`,
  help: 'Escape plays and pauses. To leave the text, press F6.',
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
} as const;
