import { notFound } from 'next/navigation';
import { signedInOrAsk, type SignedIn } from '#app/session';
import { env } from '#lib/env';

/** As `signedInOrAsk`, for pages about money: where transcribing is free there are none. */
export async function payingCustomer(path: string): Promise<SignedIn> {
  if (env().priceCentsPerMinute === 0) notFound();
  return signedInOrAsk(path);
}
