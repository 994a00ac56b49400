const plural = new Intl.PluralRules('en');
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A number with its noun: `1 job`, `2 jobs`. */
const countOf = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${plural.select(n) === 'one' ? one : many}`;

/** Integer cents as dollars. */
export function toMoney(cents: number): string {
  return money.format(cents / 100);
}

/** A span of time as people say it: `40 s`, `12 min`, `2 h 5 min`. */
export function toSpan(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** What the jobs page says of jobs. */
export const jobsTexts = {
  title: 'Your jobs',
  balance: 'Balance',
  failures: {
    download_failure: 'Failed: could not be downloaded',
    insufficient_balance: 'Failed: balance too low',
    invalid_media: 'Failed: unusable file',
    unspecified: 'Failed',
  },
  waiting: 'Waiting to start',
  waitingAt: (position: number) =>
    position === 1 ? 'Waiting, next in line' : `Waiting, number ${position} in line`,
  inProgress: (percent: number) => `In progress, ${percent} %`,
  starting: 'Getting ready…',
  secondsLeft: (seconds: number) => `about ${toSpan(seconds)} left`,
  progress: 'Progress',
  transcribed: 'Transcribed',
  name: 'Name',
  status: 'Status',
  length: 'Length',
  submitted: 'Submitted',
  jobs: 'Jobs',
  search: 'Search',
  searchHint: 'Name, metadata or words that were said',
  sort: 'Sort',
  statuses: { all: 'All', in_progress: 'In progress', transcribed: 'Transcribed', failed: 'Failed' },
  sorts: { newest: 'Newest first', name: 'By name', longest: 'Longest first' },
  nothingFound: 'No job fits this search.',
  showAll: 'Show all jobs',
  more: 'Show more',
  loading: 'Loading …',
  lost: 'The connection is lost. The list goes on by itself when it is back.',
  listTrouble: 'The list could not be loaded.',
  tryAgain: 'Try again',
  tryAgainOf: (name: string) => `Try ${name} again`,
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename job',
  newName: 'Name',
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleteTitle: (n: number) => (n === 1 ? 'Delete this job?' : `Delete ${countOf(n, 'job', 'jobs')}?`),
  deleteLoses: (n: number) =>
    n === 1
      ? 'The recording, its transcript and every link that shares it are gone for good.'
      : 'The recordings, their transcripts and every link that shares them are gone for good.',
  deleteCost: 'What was charged is not given back.',
  kept: (n: number) => `${countOf(n, 'job is', 'jobs are')} still in progress and cannot be deleted yet.`,
  deleteFor: (n: number) => (n === 1 ? 'Delete for good' : `Delete ${countOf(n, 'job', 'jobs')} for good`),
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all shown',
  selected: (n: number) => `${countOf(n, 'job', 'jobs')} selected`,
  selection: 'Selected jobs',
  selectNone: 'Select none',
  download: 'Download transcripts',
  downloadNone: 'None of the selected jobs has a transcript yet.',
  downloadTrouble: 'The transcripts could not be downloaded. Please try again.',
  opensAt: (name: string) => `Open ${name} at this moment`,
  ended: (name: string, how: string) => `${name}: ${how}`,
  retryTitle: 'Transcribe it again?',
  retryCosts: (cents: number) =>
    `The recording is submitted once more, as a job of its own. It costs ${toMoney(cents)}, or more if it turns out longer. A job that fails costs nothing.`,
  retryFor: (cents: number) => `Transcribe for ${toMoney(cents)}`,
  outOfCredit: (cents: number) => `Your balance of ${toMoney(cents)} is too low for this.`,
  addCredit: 'Add to your balance',
  away: 'The server could not be reached. Please try again.',
  first: {
    title: 'Your first transcript',
    text: 'Drop a recording of someone speaking above, and read what was said a moment later. None at hand?',
    sample: 'Try the sample recording',
    sampleTrouble: 'The sample could not be loaded. Please try again.',
    orApi: 'Or from a terminal, with your API key:',
    command: 'Submit a recording',
  },
} as const;
