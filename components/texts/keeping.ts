const count = new Intl.PluralRules('en');

/** What the settings say of links, of what is kept, and of the end of an account. */
export const keepingTexts = {
  links: {
    title: 'Shared transcripts',
    about: 'Whoever has one of these links opens the transcript without an account.',
    none: 'No transcript is shared. Links are made in the editor, under Share, and by the API’s share operation.',
    made: 'Shared',
    may: { view: 'May read', edit: 'May read and edit' },
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke the link to ${name}`,
    sure: 'Revoke this link?',
    lost: (name: string) => `Whoever has the link to “${name}” can’t open it any more. The transcript stays.`,
  },
  retention: {
    title: 'What is kept',
    about: 'Every night, what is older is removed for good. Days count from the end of a job.',
    media: 'Recordings are kept for',
    mediaHint: 'The transcript stays when its recording goes.',
    jobs: 'Jobs are kept for',
    jobsHint: 'With their transcripts, recordings and links. Charges stay in the ledger.',
    forever: 'For ever',
    days: (days: number) => `${days} ${count.select(days) === 'one' ? 'day' : 'days'}`,
    save: 'Save',
    saved: 'Saved.',
    sure: 'Remove what is older?',
    lost: (what: string) => `In the coming night ${what} will be removed, and can’t be brought back.`,
    lostMedia: (days: string) => `recordings of jobs that ended more than ${days} ago`,
    lostJobs: (days: string) => `jobs that ended more than ${days} ago, with their transcripts,`,
    and: ' and ',
    go: 'Yes, remove them',
  },
  download: {
    title: 'Take it with you',
    about: 'A zip of everything: recordings, transcripts, what is known of each job, and the ledger.',
    go: 'Download everything',
  },
  end: {
    title: 'Delete the account',
    about:
      'Jobs, transcripts, recordings, links, API keys and what is left of the balance are deleted at once, for good. Jobs in progress stop.',
    open: 'Delete the account…',
    sure: 'Delete this account for good?',
    lost: (email: string) =>
      `Everything of ${email} is deleted at once. Nobody can bring it back, the operator included.`,
    password: 'Your password',
    go: 'Delete everything',
  },
} as const;
