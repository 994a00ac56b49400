import { Anchor } from '@mantine/core';
import { Link } from '#components/ui/link';
import { formatMoney } from '#lib/messages/format';
import * as texts from '#messages/low-balance';

/** Warns that the balance is too low, with a link to top it up. */
export function LowBalance({ balanceCents }: { balanceCents: number }) {
  return (
    <>
      {texts.tooLow({ balance: formatMoney(balanceCents) })}{' '}
      <Anchor component={Link} href="/balance" inherit underline="always">
        {texts.topUp()}
      </Anchor>
    </>
  );
}
