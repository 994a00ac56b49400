import { signedIn } from '#app/session';
import { ButtonLink } from '#components/button-link';
import { Message } from '#components/message';
import { PageFrame } from '#components/page-frame';

export default async function NotFound() {
  const account = await signedIn();
  return (
    <PageFrame email={account?.email}>
      <title>No such transcript · Longhand</title>
      <Message
        title="No such transcript"
        actions={
          <ButtonLink href="/jobs" look="filled">
            Your jobs
          </ButtonLink>
        }
      >
        There is no job at this address in your account. It may have been deleted, or belong to another
        account.
      </Message>
    </PageFrame>
  );
}
