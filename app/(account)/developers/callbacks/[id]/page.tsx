import type { Metadata } from 'next';
import { sendCallbackAgain } from '#app/(account)/developers/actions';
import { findDelivery } from '#app/(account)/developers/callbacks/[id]/find-delivery';
import { signedInOrAsk } from '#app/session';
import { CallbackTries } from '#components/account/callback-tries';
import { DeveloperFrame } from '#components/account/developer-frame';
import { PageFrame } from '#components/page-frame';
import { callbackTexts, developerTexts } from '#components/texts/developers';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: developerTexts.callbacks };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { db, accountId, email } = await signedInOrAsk(`/developers/callbacks/${id}`);
  const delivery = await findDelivery(db, { accountId, id });
  return (
    <PageFrame email={email}>
      <DeveloperFrame room="callbacks" intro={callbackTexts.intro}>
        <CallbackTries delivery={delivery} sendAgain={sendCallbackAgain} />
      </DeveloperFrame>
    </PageFrame>
  );
}
