import { signedIn } from '#app/session';
import { PageFrame } from '#components/page-frame';
import { Introduction } from '#components/introduction';
import { env } from '#lib/env';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const account = await signedIn();
  return (
    <PageFrame email={account?.email}>
      <Introduction baseUrl={env().baseUrl} isSignedIn={account !== undefined} />
    </PageFrame>
  );
}
