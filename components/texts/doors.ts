/** Why somebody can't read or save a transcript, in the answers to the editor. */
export const doorTexts = {
  signedOut: 'You are signed out. Sign in again to go on.',
  noTranscript: 'There is no such transcript, or it has been deleted.',
  deadLink:
    'This link was withdrawn or has expired, or its transcript was deleted. Ask whoever gave it to you for another one.',
  mayOnlyView: 'This link lets you read the transcript, but not change it.',
  otherSite: 'This request came from another site.',
  notJson: 'The body must be application/json.',
  brokenJson: 'The body is no JSON.',
  tooLarge: (megabytes: number) => `A save may have ${megabytes} MB at most.`,
  noIfMatch: 'Say in If-Match which revision the change is for.',
  strangeIfMatch: 'If-Match must be the number of one revision in quotes, such as "3".',
  strangeKey: 'An Idempotency-Key has 1 to 200 printable characters.',
  strangeName: 'A name is a text, or null.',
  strangePresence: 'A sign of life names its tab, and may name a monologue.',
  strangeNumber: 'A revision is a whole number.',
  conflict: (revision: number) => `Somebody has saved revision ${revision} in the meantime.`,
  defect: (id: string) => `Something went wrong on our side. The log has it as request ${id}.`,
} as const;
