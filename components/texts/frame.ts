/** What the frame of every page says, and its tab in the browser. */
export const frameTexts = {
  name: 'Longhand',
  about: 'Self-hosted transcription: send a recording, read what was said.',
  tab: (title: string) => `${title} · Longhand`,
  skip: 'Skip to content',
  reference: 'API',
  signOut: 'Sign out',
  signOutAgain: 'Try signing out again',
  rooms: 'Your account',
  jobs: 'Jobs',
  developers: 'Developers',
  balance: 'Balance',
  settings: 'Settings',
  showPassword: 'Show the password',
} as const;
