import { signUpWay } from '#app/(account)/sign-up/way';
import { signedIn } from '#app/session';
import { PageFrame } from '#components/page-frame';
import { Introduction } from '#components/introduction';
import { env } from '#lib/env';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const account = await signedIn();
  const way = signUpWay();
  return (
    <PageFrame email={account?.email}>
      <Introduction
        baseUrl={env().baseUrl}
        isSignedIn={account !== undefined}
        canSignUp={way === 'direct' || way === 'by-mail'}
      />
    </PageFrame>
  );
}
