import type { Metadata } from 'next';
import { sendCallbackAgain } from '#app/(account)/developers/actions';
import { findDelivery } from '#app/(account)/developers/callbacks/[id]/find-delivery';
import { requireSession } from '#app/session';
import { CallbackAttempts } from '#components/account/callbacks/callback-attempts';
import { DeveloperFrame } from '#components/account/developers/developer-frame';
import { PageFrame } from '#components/shell/page-frame';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/webhooks';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: developerTexts.webhooks() });

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { db, accountId, email } = await requireSession(`/developers/callbacks/${id}`);
  const delivery = await findDelivery(db, { accountId, id });
  return (
    <PageFrame email={email}>
      <DeveloperFrame page="webhooks" lead={texts.lead()}>
        <CallbackAttempts delivery={delivery} sendAgain={sendCallbackAgain} />
      </DeveloperFrame>
    </PageFrame>
  );
}
