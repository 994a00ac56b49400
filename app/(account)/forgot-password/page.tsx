import type { Metadata } from 'next';
import { ForgotPassword } from './forgot-password';
import { FormLink, FormPage } from '#components/shell/form-page';
import { PageFrame } from '#components/shell/page-frame';
import { env } from '#lib/settings/env';
import * as texts from '#messages/reset-password';

export const generateMetadata = (): Metadata => ({ title: texts.forgotTitle() });

export default function Page() {
  return (
    <PageFrame>
      {env().mail === undefined ? (
        <FormPage title={texts.forgotTitle()} lead={texts.askAdministrator()}>
          <FormLink href="/sign-in">{texts.backToSignIn()}</FormLink>
        </FormPage>
      ) : (
        <ForgotPassword />
      )}
    </PageFrame>
  );
}
