import type { Metadata } from 'next';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import * as frameTexts from '#messages/frame';
import * as texts from '#messages/operator-overview';
import { OperatorFrame } from './operator-frame';
import { Overview } from './overview';

export const generateMetadata = (): Metadata => ({ title: frameTexts.operator() });

export default async function Page() {
  const { email } = await requireOperatorSession('/operator');
  return (
    <OperatorFrame email={email} page="overview" lead={texts.lead()}>
      <Overview />
    </OperatorFrame>
  );
}
