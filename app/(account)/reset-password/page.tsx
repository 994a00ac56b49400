import type { Metadata } from 'next';
import { FormLink, FormPage } from '#components/shell/form-page';
import { ResetPassword } from './reset-password';
import { PageFrame } from '#components/shell/page-frame';
import { readResetLink } from '#lib/accounts/passwords/reset-password';
import { database } from '#lib/db/database';
import * as texts from '#messages/reset-password';

export const generateMetadata = (): Metadata => ({ title: texts.title() });

type Query = Promise<{ token?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { token } = await searchParams;
  const link = typeof token === 'string' ? { token } : undefined;
  const account = link && (await readResetLink(database().db, link));
  return (
    <PageFrame>
      {link === undefined || account === undefined ? (
        <FormPage title={texts.linkUnusableTitle()} lead={texts.linkUnusableText()}>
          <FormLink href="/forgot-password">{texts.anotherLink()}</FormLink>
        </FormPage>
      ) : (
        <ResetPassword email={account.email} token={link.token} />
      )}
    </PageFrame>
  );
}
