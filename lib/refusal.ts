import type { ApiKeyScope } from '#lib/accounts/api-keys/api-key';
import * as refusalTexts from '#messages/refusals';

/** Messages for each faulty parameter, by its wire name, such as `options.media_url`. */
export type FaultyParameters = Record<string, string[]>;

/** The kinds of refusal in the API, with the facts for correcting the request. Each revision and dialect words them. */
export type ApiRefusalReason =
  | { kind: 'invalid-parameters'; parameters: FaultyParameters }
  /** `isByContent` if no type was declared and the content is no recording. */
  | { kind: 'unsupported-media-content-type'; currentValue: string; isByContent?: boolean }
  | { kind: 'unsupported-content-encoding'; currentValue: string }
  | { kind: 'media-missing-filename' }
  | { kind: 'unsupported-transcript-format'; allowedValues: readonly string[] }
  | { kind: 'out-of-credit'; balanceCents: number }
  | { kind: 'insufficient-scope'; currentValue: ApiKeyScope; needed: ApiKeyScope }
  | { kind: 'job-not-found' }
  | { kind: 'invalid-job-state'; operation: JobOperation; currentValue: JobState; allowedValues: JobState[] }
  | { kind: 'legal-hold'; held: 'account' | 'job' }
  /** The text is of another recording, or a summary: too few words match. Both shares are 0 to 1. */
  | { kind: 'transcript-mismatch'; matchingShare: number; requiredShare: number }
  | { kind: 'payload-too-large'; maxBytes: number }
  | { kind: 'idempotency-key-reuse' }
  | { kind: 'too-many-requests'; retryAfterSeconds: number }
  | { kind: 'service-unavailable'; retryAfterSeconds: number }
  | { kind: 'storage-full' };

/** The kinds of refusal only on the site and the command line. */
type SiteRefusalReason =
  | { kind: 'revision-not-found'; revision: number }
  | { kind: 'link-not-found' }
  | { kind: 'account-not-found'; email: string }
  | { kind: 'email-taken'; email: string }
  | { kind: 'operator-only' };

/** All kinds of refusal. */
export type RefusalReason = ApiRefusalReason | SiteRefusalReason;

/** An operation that the state of a job can rule out. */
export type JobOperation = 'delete' | 'transcript' | 'share' | 'callback' | 'retry' | 'cancel' | 'recognize';

/** The states of a job, as named in all layers. */
export type JobState = 'in_progress' | 'transcribed' | 'failed';

/** A declined request: thrown by verbs, converted to a problem by the API. Nothing has changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(inWords(reason), options);
    this.reason = reason;
  }
}

/** Returns the refusal of one parameter, with a message. */
export function invalidParameter(name: string, fault: string): Refusal {
  return new Refusal({ kind: 'invalid-parameters', parameters: { [name]: [fault] } });
}

/** A refusal that the API can return. */
export type ApiRefusal = Refusal & { readonly reason: ApiRefusalReason };

/** False for a refusal that only the site knows: in the API it is a defect. */
export function isApiRefusal(refusal: Refusal): refusal is ApiRefusal {
  return !siteKinds.has(refusal.reason.kind);
}

const siteKinds: ReadonlySet<RefusalReason['kind']> = new Set<SiteRefusalReason['kind']>([
  ...(['revision-not-found', 'link-not-found', 'account-not-found', 'email-taken', 'operator-only'] as const),
]);

function inWords(reason: RefusalReason): string {
  switch (reason.kind) {
    case 'invalid-parameters':
      return Object.entries(reason.parameters)
        .map(([name, messages]) => `${name}: ${messages.join(' ')}`)
        .join('; ');
    case 'account-not-found':
      return refusalTexts.accountNotFound({ email: reason.email });
    case 'email-taken':
      return refusalTexts.emailTaken({ email: reason.email });
    case 'job-not-found':
      return refusalTexts.jobNotFound();
    case 'revision-not-found':
      return refusalTexts.revisionNotFound({ revision: reason.revision });
    case 'link-not-found':
      return refusalTexts.linkNotFound();
    case 'legal-hold':
      return refusalTexts.legalHold[reason.held]();
    case 'operator-only':
      return refusalTexts.operatorOnly();
    case 'too-many-requests':
      return refusalTexts.tooManyRequests({ seconds: reason.retryAfterSeconds });
    case 'unsupported-media-content-type':
    case 'unsupported-content-encoding':
    case 'media-missing-filename':
    case 'unsupported-transcript-format':
    case 'out-of-credit':
    case 'insufficient-scope':
    case 'invalid-job-state':
    case 'transcript-mismatch':
    case 'payload-too-large':
    case 'idempotency-key-reuse':
    case 'service-unavailable':
    case 'storage-full':
      return reason.kind;
  }
}
