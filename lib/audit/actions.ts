/** All actions in the audit log, as `noun.verb`. */
export const auditActions = [
  'session.created',
  'session.refused',
  'session.ended',
  'account.created',
  'account.exported',
  'account.deleted',
  'account.role_changed',
  'email.change_requested',
  'email.changed',
  'password.changed',
  'password.reset',
  'reset_link.created',
  'two_factor.enabled',
  'two_factor.disabled',
  'recovery_codes.replaced',
  'passkey.created',
  'passkey.deleted',
  'api_key.created',
  'api_key.revoked',
  'signing_secret.rotated',
  'signing_secret.revealed',
  'share.created',
  'share.updated',
  'share.revoked',
  'job.trashed',
  'job.restored',
  'job.deleted',
  'trash.emptied',
  'payment.received',
  'payment.returned',
  'balance.adjusted',
  'legal_hold.placed',
  'legal_hold.released',
  'invitation.created',
  'invitation.withdrawn',
  'settings.updated',
] as const;

/** The name of an audited action. */
export type AuditAction = (typeof auditActions)[number];

/** The method of a sign-in or an attempt. */
export type SignInMethod = 'password' | 'passkey' | 'provider';

/** Why a sign-in was refused. */
export type SignInRefusal = 'wrong_password' | 'wrong_code' | 'email_unconfirmed';

/** A setting of the account whose changes are audited. */
export type AuditedSetting =
  | 'balance_warning'
  | 'display_name'
  | 'language'
  | 'notifications'
  | 'retention'
  | 'vocabulary';

/** Further details of an event; never a secret. Amounts are signed cents. */
export interface AuditDetails {
  method?: SignInMethod;
  reason?: SignInRefusal;
  setting?: AuditedSetting;
  previous?: string;
  role?: 'member' | 'operator';
  permission?: 'view' | 'edit';
  amountCents?: number;
  count?: number;
  keepOriginalsDays?: number | null;
  keepMediaDays?: number | null;
  keepJobsDays?: number | null;
  /** For operators only; hidden from the owner. */
  why?: string;
}
