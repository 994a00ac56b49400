import { Message } from '#components/message';
import { PageFrame } from '#components/page-frame';

export default function NotFound() {
  return (
    <PageFrame>
      <title>This link does not work · Longhand</title>
      <Message title="This link does not work">
        The link to this transcript is incomplete, or it has been withdrawn. Please ask whoever sent it to you
        for a new one.
      </Message>
    </PageFrame>
  );
}
