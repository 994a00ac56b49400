const minutesRule = new Intl.PluralRules('en');

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutesRule.select(minutes) === 'one' ? `${minutes} minute` : `${minutes} minutes`;
}

/** What the pages say that let people in and out: signing in and up, passwords, sessions. */
export const authTexts = {
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  passwordRule: 'At least 8 characters.',
  signIn: 'Sign in',
  signUp: 'Sign up',
  or: 'or',
  unreachable: 'The server could not be asked. Please try again.',
  wait: (seconds: number) => `Too many attempts. Try again in ${inMinutes(seconds)}.`,
} as const;

/** The page to sign in. */
export const signInTexts = {
  title: 'Sign in',
  lead: 'With the e-mail address and password of your account on this server.',
  wrong: 'This e-mail address and password don’t belong together.',
  forgot: 'Forgot your password?',
  noAccount: 'No account yet?',
  withProvider: (name: string) => `Sign in with ${name}`,
  provider: {
    'email-unverified':
      'The provider has not confirmed your e-mail address, so no account could be opened with it.',
    'email-unconfirmed':
      'There is an account with your e-mail address, but nobody has confirmed that it is yours. Choose a new password for it with “Forgot your password?”, then try again.',
    'no-account': 'You have no account on this server. Ask whoever runs it for one.',
    provider: 'The provider did not sign you in. Please try again.',
  },
} as const;

/** The pages to choose a new password without the old one. */
export const resetTexts = {
  title: 'Choose a new password',
  forgotTitle: 'Forgot your password?',
  forgotLead: 'Give your account’s e-mail address, and we send you a link to choose a new password.',
  send: 'Send the link',
  sentTitle: 'Look into your mail',
  sent: (email: string) =>
    `If there is an account with the address ${email}, a link is on its way. It works for an hour. If nothing comes, look into your spam folder.`,
  askOperator:
    'This server sends no e-mail. Ask the person who runs it for a link to choose a new password: it takes them one command.',
  backToSignIn: 'Back to signing in',
  lead: (email: string) =>
    `For the account ${email}. Every browser that is signed in to it will be signed out.`,
  change: 'Change the password',
  unusableTitle: 'This link doesn’t work any more',
  unusable: 'It has been used already, or its hour is over.',
  another: 'Get another link',
  doneTitle: 'Your password has been changed',
  done: 'Sign in with the new one.',
} as const;

/** The page to make an account. */
export const signUpTexts = {
  title: 'Sign up',
  lead: 'An e-mail address and a password are all it takes.',
  leadByMail: 'Give your e-mail address, and we send you a link to choose a password.',
  leadInvited: 'You have been invited to this server.',
  leadConfirmed: (email: string) => `For the address ${email}.`,
  create: 'Create the account',
  sentTitle: 'Look into your mail',
  sent: (email: string) =>
    `We have written to ${email}. The letter has a link to finish signing up. If nothing comes, look into your spam folder.`,
  closedTitle: 'No new accounts',
  closed: 'This server takes no new accounts. Ask the person who runs it for one.',
  inviteTitle: 'By invitation only',
  invite: 'To sign up you need an invitation from the person who runs this server.',
  unusableTitle: 'This invitation doesn’t work any more',
  unusable: 'It has been used already, or its time is over. If you have signed up with it, sign in.',
  emailUnusable:
    'No account could be made with this e-mail address. If you have one here already, sign in; else ask the person who runs this server.',
  haveAccount: 'You have an account?',
} as const;

/** The page of an account's settings. */
export const settingsTexts = {
  title: 'Settings',
  password: 'Password',
  passwordLead: 'Changing it signs every other browser out.',
  noPassword:
    'You sign in with a provider and have no password. To choose one as well, sign out and use “Forgot your password?”.',
  current: 'Current password',
  wrongCurrent: 'This is not your current password.',
  change: 'Change the password',
  changed: 'Your password has been changed, and every other browser signed out.',
  sessions: 'Signed-in browsers',
  sessionsLead: 'If you don’t know one of them, sign it out and change your password.',
  thisBrowser: 'This browser',
  signedInAt: 'Signed in',
  lastSeen: 'last used',
  signOutOne: 'Sign out',
  signOutNamed: (device: string) => `Sign out ${device}`,
  signOutOthers: 'Sign out everywhere else',
  signOutAll: 'Sign out everywhere',
  askAll: 'Sign out everywhere?',
  askAllText: 'Every browser is signed out at once, this one too. What you have not saved there is lost.',
  cancel: 'Cancel',
  device: (browser: string | undefined, system: string | undefined) => {
    if (browser === undefined) return system === undefined ? 'Unknown browser' : `A browser on ${system}`;
    return system === undefined ? browser : `${browser} on ${system}`;
  },
} as const;
