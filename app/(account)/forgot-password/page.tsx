import type { Metadata } from 'next';
import { requestResetLink } from '#app/(account)/forgot-password/actions';
import { ForgotPassword } from '#components/account/forgot-password';
import { Elsewhere, FormPage } from '#components/account/form-page';
import { PageFrame } from '#components/page-frame';
import { resetTexts as texts } from '#components/texts/auth';
import { env } from '#lib/env';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: texts.forgotTitle };

export default function Page() {
  return (
    <PageFrame>
      {env().mail === undefined ? (
        <FormPage title={texts.forgotTitle} lead={texts.askOperator}>
          <Elsewhere href="/sign-in">{texts.backToSignIn}</Elsewhere>
        </FormPage>
      ) : (
        <ForgotPassword requestLink={requestResetLink} />
      )}
    </PageFrame>
  );
}
