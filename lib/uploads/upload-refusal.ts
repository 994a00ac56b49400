/** A refusal of an upload, as the tus server turns it into an answer: `body` says why, in words. */
export class UploadRefusal extends Error {
  override readonly name = 'UploadRefusal';

  readonly status_code: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(body);
    this.status_code = status;
    this.body = body;
  }
}
