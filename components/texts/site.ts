/** What the front page says. */
export const introductionTexts = {
  title: 'Send a recording. Read what was said.',
  lead: 'Longhand is a transcription service on your own server. Programs send it audio or video over HTTP and get back the words, each with its time; people read the transcript in the browser.',
  jobs: 'Your jobs',
  command: 'Submit a recording',
  facts: [
    { title: 'What it takes', text: 'Audio and video files, uploaded or fetched from an address.' },
    {
      title: 'What it gives',
      text: 'The transcript as text, Word, PDF or captions, or as JSON with the time of every word.',
    },
    { title: 'Where it runs', text: 'On a machine of yours, with its own recogniser and database.' },
  ],
} as const;

/** The page with the API's operations. */
export const referenceTexts = {
  title: 'API reference',
  asDocument: 'The same as a document for programs:',
  document: 'OpenAPI 3.1',
  loading: 'Loading the operations…',
  failed: 'The operations could not be loaded. Reload the page to try again.',
} as const;

/** What stands beside a text that can be copied. */
export const copyTexts = {
  copy: 'Copy',
  copied: 'Copied',
  byHand: 'Select it and press Ctrl+C',
} as const;
