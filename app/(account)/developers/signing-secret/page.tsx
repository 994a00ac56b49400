import type { Metadata } from 'next';
import { revealSecret, rotateSecret } from '#app/(account)/developers/actions';
import { signedInOrAsk } from '#app/session';
import { DeveloperFrame } from '#components/account/developer-frame';
import { SigningSecret } from '#components/account/signing-secret';
import { PageFrame } from '#components/page-frame';
import { developerTexts, secretTexts } from '#components/texts/developers';
import { listSigningSecrets } from '#lib/callbacks/signing-secrets';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: developerTexts.secret };

export default async function Page() {
  const { db, accountId, email } = await signedInOrAsk('/developers/signing-secret');
  const secrets = await listSigningSecrets(db, { accountId });
  // The secrets themselves stay here until they are asked for.
  const shown = secrets.map(({ id, createdAt, validUntil }) => ({
    id,
    createdAt: createdAt.toISOString(),
    validUntil: validUntil?.toISOString(),
  }));
  return (
    <PageFrame email={email}>
      <DeveloperFrame room="secret" intro={secretTexts.intro}>
        <SigningSecret secrets={shown} reveal={revealSecret} rotate={rotateSecret} />
      </DeveloperFrame>
    </PageFrame>
  );
}
