/** The beginning of the details of failed downloads, before the reason. */
export const downloadFailed = 'Failed to download media file. Please check your url and file type.';

/** Why a media file could not be fetched: `detail` is for the customer, the cause for the log. */
export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
  readonly detail: string;
  /** `passing` if another attempt may succeed. */
  readonly prospect: 'passing' | 'lasting';

  constructor(reason: string, prospect: 'passing' | 'lasting', options?: ErrorOptions) {
    super(reason, options);
    this.detail = `${downloadFailed} ${reason}`;
    this.prospect = prospect;
  }
}
