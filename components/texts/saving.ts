const plural = new Intl.PluralRules('en');

/** What the editor says of saving: how it stands, what is in the way, and what could not be combined. */
export const savingTexts = {
  saveNow: 'Save now',
  opening: 'Opening…',
  saved: 'Saved',
  saving: 'Saving…',
  changed: 'Changed, not saved yet',
  offline: 'Offline: kept on this device',
  offlineNotKept: 'Offline: not saved',
  unreachable: 'The server does not answer: kept on this device',
  unreachableNotKept: 'The server does not answer: not saved',
  signedOut: 'Not saved: sign in again',
  refused: 'Not saved: the server refused it',
  closed: 'Read only',
  closedNotSaved: 'Read only: not all was saved',
  elsewhere: 'Open in another tab',
  viewing: 'View only',
  cannotKeep:
    'This browser keeps nothing for us, as in a private window. What you type is safe once it says “Saved”.',
  notice: {
    signedOut:
      'Your session has ended. What you typed is kept; it is saved as soon as you have signed in again.',
    signIn: 'Sign in (opens a new tab)',
    elsewhere: 'You are editing this transcript in another tab. Here you can read along.',
    editHere: 'Edit here',
    refused: (reason: string) => `The server does not accept the last change. ${reason}`.trim(),
    takeServers: 'Take the server’s version',
    copyUnsaved: 'Copy what was not saved',
    copied: 'Copied',
    closed: (reason: string | undefined) =>
      reason === undefined || reason === ''
        ? 'This transcript can’t be changed from here any more: the link was withdrawn, or the transcript deleted.'
        : reason,
    closedNotSaved: 'Your last changes were not saved. They stay visible until you close this page.',
  },
  leftovers: {
    title: (count: number) =>
      plural.select(count) === 'one'
        ? '1 change could not be combined'
        : `${count} changes could not be combined`,
    short: (count: number) =>
      plural.select(count) === 'one' ? '1 change to look at' : `${count} changes to look at`,
    help: 'Somebody changed the same words. Theirs stand in the text; yours are kept here.',
    mine: 'Yours',
    theirs: 'Theirs',
    nothing: '(deleted)',
    use: 'Use mine',
    insert: 'Insert at the caret',
    copy: 'Copy',
    dismiss: 'Dismiss',
    dismissed: 'Dismissed.',
    undo: 'Undo',
    card: (text: string) => `Not combined: ${text}`,
  },
} as const;
