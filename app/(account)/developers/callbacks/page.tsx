import type { Metadata } from 'next';
import { sendCallbackAgain, sendTest } from '#app/(account)/developers/actions';
import { readLog } from '#app/(account)/developers/callbacks/read-log';
import { signedInOrAsk } from '#app/session';
import { CallbackLog } from '#components/account/callback-log';
import { DeveloperFrame } from '#components/account/developer-frame';
import { TestCallback } from '#components/account/test-callback';
import { PageFrame } from '#components/page-frame';
import { callbackTexts, developerTexts } from '#components/texts/developers';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: developerTexts.callbacks };

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, accountId, email } = await signedInOrAsk('/developers/callbacks');
  const log = await readLog(db, { accountId, query: await searchParams });
  return (
    <PageFrame email={email}>
      <DeveloperFrame room="callbacks" intro={callbackTexts.intro}>
        <TestCallback send={sendTest} />
        <CallbackLog {...log} sendAgain={sendCallbackAgain} />
      </DeveloperFrame>
    </PageFrame>
  );
}
