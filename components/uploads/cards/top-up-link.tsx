import { Button } from '@mantine/core';
import Link from 'next/link';
import * as texts from '#messages/low-balance';

/** Leads to a payment, which comes back to Transcripts. */
export function TopUpLink() {
  return (
    <Button component={Link} href="/balance/top-up?to=jobs" data-control="submit">
      {texts.topUp()}
    </Button>
  );
}
