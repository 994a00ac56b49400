import { formatMoney } from '#lib/messages/format';
import * as texts from '#messages/balance';
import { readOwnBalance } from '#app/(account)/balance/own-balance';
import styles from './balance.module.css';

/** The money that is available, held and owed. */
export async function Figures() {
  const { balanceCents, heldCents, owedCents } = await readOwnBalance();
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{texts.available()}</dt>
        <dd className={styles['large']}>{formatMoney(balanceCents)}</dd>
      </div>
      <div>
        <dt>{texts.held()}</dt>
        <dd>{formatMoney(heldCents)}</dd>
      </div>
      {owedCents > 0 && (
        <div>
          <dt>{texts.owed()}</dt>
          <dd>{formatMoney(owedCents)}</dd>
          <dd className={styles['why']}>{texts.owedHint()}</dd>
        </div>
      )}
    </dl>
  );
}
