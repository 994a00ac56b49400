/** Bytes as they come. */
export type Bytes = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/** A recording whose bytes come from elsewhere, under a file name. */
export interface StreamSource {
  /** The bytes, or a function that begins them: only then can they be sent again after a broken connection. */
  stream: Bytes | (() => Bytes);
  /** The file name. */
  name: string;
  /** The media type; by default that of the name. */
  type?: string | undefined;
  /** The number of bytes, if it is known. */
  size?: number | undefined;
}

/** A recording on the web, which the server fetches. */
export interface UrlSource {
  url: string;
}

/** Something to submit: the path of a file (not in a browser), a File or Blob, a stream, or the address of a recording. */
export type Source = string | Blob | StreamSource | UrlSource;

/** A recording that is about to be sent. */
export interface Recording {
  name: string;
  type: string;
  size: number | undefined;
  /** Begins the bytes. */
  open: () => AsyncIterable<Uint8Array>;
  /** Set where the bytes are in the browser's hands: they are sent without passing through a program. */
  blob?: Blob;
  /** True if the bytes can be read again. */
  canRepeat: () => boolean;
}

/** Progress in sending a recording. */
export interface Progress {
  sentBytes: number;
  /** Undefined where the length of the recording isn't known. */
  totalBytes: number | undefined;
}

/** Options for sending a recording. */
export interface Sending {
  /** The options of the submission as JSON. */
  options: string;
  transcript?: Blob | undefined;
  fetch: typeof fetch;
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
}
