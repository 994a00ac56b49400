import type { Metadata } from 'next';
import { createKey, revokeKey } from '#app/(account)/developers/actions';
import { showKey } from '#app/(account)/developers/show-key';
import { signedInOrAsk } from '#app/session';
import { ApiKeys } from '#components/account/api-keys';
import { CreateApiKey } from '#components/account/create-api-key';
import { DeveloperFrame } from '#components/account/developer-frame';
import { PageFrame } from '#components/page-frame';
import { developerTexts, keyTexts } from '#components/texts/developers';
import { listApiKeys } from '#lib/accounts/list-api-keys';
import { env } from '#lib/env';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: developerTexts.keys };

export default async function Page() {
  const { db, accountId, email } = await signedInOrAsk('/developers');
  const keys = await listApiKeys(db, { accountId });
  return (
    <PageFrame email={email}>
      <DeveloperFrame room="keys" intro={keyTexts.intro}>
        <CreateApiKey baseUrl={env().baseUrl} create={createKey} />
        <ApiKeys keys={keys.map(showKey)} revoke={revokeKey} />
      </DeveloperFrame>
    </PageFrame>
  );
}
