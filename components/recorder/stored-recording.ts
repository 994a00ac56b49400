/** The browser's database of recordings; see `recording-store`, which isn't loaded until there is one. */
export const databaseName = 'longhand-recordings';

/** A recording's metadata. */
export interface StoredRecording {
  id: string;
  /** The ID of the account it was made in. */
  owner: string;
  name: string;
  /** The media type of the concatenated pieces. */
  type: string;
  /** In milliseconds since 1970. */
  startedAt: number;
  seconds: number;
  /** The upload's ID, once started. */
  uploadId?: string;
}
