import type { Metadata } from 'next';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import { SigningSecret } from './signing-secret';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/signing-secret';
import { listSigningSecrets } from '#lib/callbacks/signing/signing-secrets';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';

export const generateMetadata = (): Metadata => ({ title: developerTexts.signingSecret() });

export default async function Page() {
  const { db, accountId, email } = await requireSession('/developers/signing-secret');
  const secrets = await listSigningSecrets(db, { accountId, secret: await readSecret(env()) });
  // The secrets themselves stay on the server until requested.
  const shown = secrets.map(({ id, createdAt, validUntil }) => ({ id, createdAt, validUntil }));
  return (
    <DeveloperFrame email={email} page="signing-secret" lead={texts.lead()}>
      <SigningSecret secrets={shown} />
    </DeveloperFrame>
  );
}
