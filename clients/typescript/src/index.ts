export { createClient } from './library/client.ts';
export type {
  Client,
  ClientOptions,
  Download,
  ImportOptions,
  ListOptions,
  RecognizeOptions,
  SubmitOptions,
  TranscriptOptions,
} from './library/client.ts';
export type * from './library/contract.ts';
export { recordingTypes } from './library/contract.ts';
export { ApiError, CallbackVerificationError, ConnectionError, WaitTimeoutError } from './library/errors.ts';
export type { Problem, ProblemType } from './library/errors.ts';
export { formatNames, formats, isFormatName } from './library/formats.ts';
export type { Format, FormatName } from './library/formats.ts';
export type { Progress, Source, StreamSource, UrlSource } from './library/recording.ts';
export { verifyCallback } from './library/verify-callback.ts';
export type { RequestHeaders, VerifyOptions } from './library/verify-callback.ts';
export type { WaitOptions } from './library/wait-for.ts';
