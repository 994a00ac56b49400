/** What the editor says where there is nothing to play. */
export const mediaTexts = {
  missing: {
    sandbox: 'This job is from the sandbox, which keeps no recording.',
    failed: 'This recording could not be transcribed, so there is nothing to play here.',
    removed: 'The recording has been removed, as the account’s settings ask for. The transcript stays.',
    unplayable:
      'This recording could not be made playable in the browser. The transcript is complete all the same.',
  },
} as const;
