/** What the frame of every page says. */
export const frameTexts = {
  skip: 'Skip to content',
  reference: 'API',
  signOut: 'Sign out',
  signOutAgain: 'Try signing out again',
  rooms: 'Your account',
  jobs: 'Jobs',
  developers: 'Developers',
  balance: 'Balance',
  settings: 'Settings',
} as const;
