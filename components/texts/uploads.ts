import { toMoney, toSpan } from './jobs';

const plural = new Intl.PluralRules('en');

/** Bytes as people read them. */
function toSize(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1000 ** power);
}

/** What the jobs page says of recordings on their way to it. */
export const uploadsTexts = {
  drop: 'Drop audio or video files here',
  choose: 'Choose files',
  limits: (maxBytes: number) => `Several at once, up to ${toSize(maxBytes)} each.`,
  dropNow: 'Drop them to upload',
  urlLabel: 'Or the address of a recording on the web',
  urlHint: 'https://…',
  urlSubmit: 'Transcribe',
  urlPrice: (cents: number) =>
    `Costs ${toMoney(cents)} for each started minute. ${toMoney(cents)} is held until the length is known.`,
  urlMissing: 'Enter the address of a recording.',
  urlSent: 'The recording is being fetched. It is in the list below.',
  uploads: 'Uploads',
  bar: (name: string) => `Upload of ${name}`,
  queued: 'Waiting for the others',
  sending: (sent: number, total: number) => `${toSize(sent)} of ${toSize(total)}`,
  speed: (bytesPerSecond: number, secondsLeft: number) =>
    `${toSize(bytesPerSecond)}/s, ${toSpan(secondsLeft)} left`,
  paused: 'Connection lost. The upload goes on by itself when it is back.',
  measuring: 'Uploaded. Reading its length …',
  ready: (length: string) => `Uploaded, ${length} long`,
  submitting: 'Submitting …',
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel the upload of ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  tooLarge: (maxBytes: number) => `The file is larger than ${toSize(maxBytes)}.`,
  empty: 'The file is empty.',
  wrongType: 'Files of this type cannot be transcribed.',
  gone: 'The upload is no longer on the server. Please upload it again.',
  refused: 'The server did not take the file.',
  signedOut: 'You are signed out. Sign in again, then upload it once more.',
  askFree: (n: number) =>
    `Transcribe ${plural.select(n) === 'one' ? 'this recording' : `these ${n} recordings`}?`,
  askPrice: (n: number, cents: number) =>
    `Transcribe ${plural.select(n) === 'one' ? 'this recording' : `these ${n} recordings`} for ${toMoney(cents)}?`,
  askDetail: 'It is set aside now, and charged when the transcript is there. A job that fails costs nothing.',
  submitFor: (cents: number) => `Transcribe for ${toMoney(cents)}`,
} as const;
