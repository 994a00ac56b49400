import type { Metadata } from 'next';
import { findDelivery } from '#app/(account)/developers/callbacks/[id]/find-delivery';
import { requireSession } from '#app/session';
import { CallbackAttempts } from './callback-attempts';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/webhooks';

export const generateMetadata = (): Metadata => ({ title: developerTexts.webhooks() });

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { db, accountId, email } = await requireSession(`/developers/callbacks/${id}`);
  const delivery = await findDelivery(db, { accountId, id });
  return (
    <DeveloperFrame email={email} page="webhooks" lead={texts.lead()}>
      <CallbackAttempts delivery={delivery} />
    </DeveloperFrame>
  );
}
