/** What the editor says of taking a transcript away. */
export const exportTexts = {
  title: 'Export',
  format: 'Format',
  formats: {
    text: 'Plain text',
    word: 'Word',
    tracked: 'Word, with tracked changes',
    pdf: 'PDF',
    json: 'JSON, with the time of every word',
    srt: 'Captions (SRT)',
    vtt: 'Captions (WebVTT)',
  },
  trackedHint:
    'What was changed from the machine’s transcript to the latest version, to accept or to reject.',
  version: 'Version',
  latest: 'Latest',
  machine: 'The machine’s',
  times: 'Times',
  speakers: 'Speakers',
  include: 'With',
  download: 'Download',
  working: 'Making the file…',
  workingHint: 'A long transcript takes some seconds.',
  done: (name: string) => `${name} is saved to your downloads.`,
  notSaved: 'What you typed is not saved yet. Try again as soon as it says “Saved”.',
  copy: 'Copy as rich text',
  copyHint: 'To paste into a letter, a mail or a page.',
  copied: 'Copied.',
  notCopied: 'The browser did not let us copy. Download it instead.',
  openCommand: 'Export the transcript',
  strangeWish:
    'There is no such export. Choose a format, a version, and 0 or 1 for times, speakers and tracked.',
} as const;
