import type { AccountView } from '#components/operator/account-list';
import { formatMoney } from '#lib/messages/format';
import type { AccountSummary } from '#lib/operator/accounts';

/** An account as the pages of operators show it. */
export function presentAccount(account: AccountSummary): AccountView {
  const { id, email, role, createdAt, balanceCents, jobs, minutes, lastSignInAt, isHeld } = account;
  return {
    id,
    email,
    isOperator: role === 'operator',
    createdAt: createdAt.toISOString(),
    balance: formatMoney(balanceCents),
    jobs,
    minutes: Math.round(minutes),
    lastSignInAt: lastSignInAt?.toISOString(),
    isHeld,
  };
}
