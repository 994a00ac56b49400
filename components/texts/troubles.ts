/** What is said where a page or an action could not do its work. */
export const troubleTexts = {
  home: 'Front page',
  missing: {
    title: 'No such page',
    text: 'There is nothing at this address.',
  },
  defect: {
    title: 'Something went wrong',
    text: 'This page could not be shown, and it is our fault. Trying again may help.',
    quote: (digest: string) => `If you report it, quote ${digest}.`,
    again: 'Try again',
  },
  action: {
    signedOut: 'You are signed out. Sign in again, then repeat this.',
    defect: (id: string) => `Something went wrong on our side. The log has it as ${id}.`,
  },
} as const;
