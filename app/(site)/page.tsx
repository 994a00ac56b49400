import { Anchor, Text } from '@mantine/core';
import { getSignUpStep } from '#app/(account)/sign-up/sign-up-step';
import { preloadReadingFont } from '#app/preload-fonts';
import { getSession } from '#app/session';
import { PageFrame } from '#components/shell/page-frame';
import { Introduction } from './introduction';
import * as releaseNotes from '#messages/release-notes';
import { env } from '#lib/settings/env';

export default async function Page() {
  preloadReadingFont();
  const account = await getSession();
  const step = getSignUpStep();
  return (
    <PageFrame email={account?.email}>
      <Introduction
        baseUrl={env().baseUrl}
        isSignedIn={account !== undefined}
        canSignUp={step === 'direct' || step === 'by-mail'}
      />
      <Text mt="xl">
        <Anchor href="/release-notes" underline="always">
          {releaseNotes.title()}
        </Anchor>
      </Text>
    </PageFrame>
  );
}
