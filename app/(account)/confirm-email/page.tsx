import type { Metadata } from 'next';
import { requireSession } from '#app/session';
import { ConfirmEmail } from './confirm-email';
import { FormLink, FormPage } from '#components/shell/form-page';
import { PageFrame } from '#components/shell/page-frame';
import { readEmailChangeLink } from '#lib/accounts/email-change/email-change';
import * as texts from '#messages/email-change';

export const generateMetadata = (): Metadata => ({ title: texts.confirmTitle() });

type Query = Promise<{ token?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { token: given } = await searchParams;
  const token = typeof given === 'string' ? given : '';
  const { db, accountId, email } = await requireSession(`/confirm-email?token=${encodeURIComponent(token)}`);
  const wanted = await readEmailChangeLink(db, { accountId, token });
  return (
    <PageFrame email={email}>
      {wanted === undefined ? (
        <FormPage title={texts.unusableTitle()} lead={texts.unusableText()}>
          <FormLink href="/settings">{texts.backToSettings()}</FormLink>
        </FormPage>
      ) : (
        <ConfirmEmail email={wanted.email} token={token} />
      )}
    </PageFrame>
  );
}
