/** Why a media file could not be fetched: `detail` is for the customer, the cause for the log. */
export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
  readonly detail: string;
  /** Whether another try may succeed. */
  readonly prospect: 'passing' | 'lasting';

  constructor(reason: string, prospect: 'passing' | 'lasting', options?: ErrorOptions) {
    super(reason, options);
    this.detail = `Failed to download media file. Please check your url and file type. ${reason}`;
    this.prospect = prospect;
  }
}
