/** What the pages of one transcript say. */
export const editorTexts = {
  back: 'Your jobs',
  length: (clock: string) => `Length ${clock}`,
  submitted: 'Submitted',
  pending: {
    failed: 'There is no transcript',
    notReady: 'The transcript is not ready yet',
    waiting: 'The recording waits for its turn.',
    inProgress: (percent: number) => `${percent} % of the recording has been transcribed.`,
    starting: 'Getting ready: the recording is prepared and the speech model loaded.',
    byItself: 'It appears here by itself.',
  },
  missing: {
    title: 'No such transcript',
    text: 'There is no job at this address in your account. It may have been deleted, or belong to another account.',
  },
  deadLink: {
    title: 'This link does not work',
    text: 'The link to this transcript is incomplete, or it has been withdrawn. Please ask whoever sent it to you for a new one.',
  },
} as const;
