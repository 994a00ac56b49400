import type { Metadata } from 'next';
import { requireSession } from '#app/session';
import { ApiKeys, type ApiKeyView } from './api-keys/api-keys';
import { CreateApiKey } from './api-keys/create-api-key';
import { DeveloperFrame } from './developer-frame';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/api-keys';
import { listApiKeys, type ListedKey } from '#lib/accounts/api-keys/api-keys';
import { env } from '#lib/settings/env';
import { keyPrefix } from '#lib/accounts/api-keys/api-key';

export const generateMetadata = (): Metadata => ({ title: developerTexts.apiKeys() });

export default async function Page() {
  const { db, accountId, email } = await requireSession('/developers');
  const keys = await listApiKeys(db, { accountId });
  return (
    <DeveloperFrame email={email} page="api-keys" lead={texts.lead()}>
      <CreateApiKey baseUrl={env().baseUrl} />
      <ApiKeys keys={keys.map(presentApiKey)} />
    </DeveloperFrame>
  );
}

function presentApiKey(key: ListedKey): ApiKeyView {
  const { mode, expiresAt } = key;
  return { ...key, start: keyPrefix(mode), isExpired: expiresAt !== null && expiresAt <= new Date() };
}
