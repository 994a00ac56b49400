/** The prefix of the details of failed downloads. */
export const downloadFailed = 'Failed to download media file. Please check your url and file type.';

/** A media file couldn't be fetched: `detail` is for the customer, the cause for the log. */
export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
  readonly detail: string;
  /** `passing` if a retry may succeed. */
  readonly prospect: 'passing' | 'lasting';

  constructor(reason: string, prospect: 'passing' | 'lasting', options?: ErrorOptions) {
    super(reason, options);
    this.detail = `${downloadFailed} ${reason}`;
    this.prospect = prospect;
  }
}
