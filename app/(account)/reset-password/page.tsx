import type { Metadata } from 'next';
import { choosePassword } from '#app/(account)/reset-password/actions';
import { Elsewhere, FormPage } from '#components/account/form-page';
import { ResetPassword } from '#components/account/reset-password';
import { PageFrame } from '#components/page-frame';
import { resetTexts as texts } from '#components/texts/auth';
import { readResetLink } from '#lib/accounts/reset-password';
import { pageDatabase } from '#lib/api/page-database';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: texts.title };

type Query = Promise<{ token?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { token } = await searchParams;
  const link = typeof token === 'string' ? { token } : undefined;
  const account = link && (await readResetLink(pageDatabase(), link));
  return (
    <PageFrame>
      {link === undefined || account === undefined ? (
        <FormPage title={texts.unusableTitle} lead={texts.unusable}>
          <Elsewhere href="/forgot-password">{texts.another}</Elsewhere>
        </FormPage>
      ) : (
        <ResetPassword email={account.email} token={link.token} choose={choosePassword} />
      )}
    </PageFrame>
  );
}
