import { Anchor, Group, Text, Title } from '@mantine/core';
import {
  IconDownload,
  IconHistory,
  IconListCheck,
  IconSearch,
  IconUsers,
  IconWaveSine,
  type TablerIcon,
} from '@tabler/icons-react';
import { submitCommand } from '#components/jobs/first-transcript';
import { EditorPicture } from './editor-picture';
import { ButtonLink } from '#components/ui/link';
import { CodeSnippet } from '#components/ui/code-snippet';
import { Icon } from '#components/ui/icon';
import * as authTexts from '#messages/auth';
import * as frameTexts from '#messages/frame';
import * as texts from '#messages/front-page';
import styles from './introduction.module.css';

/** The front page's introduction to Longhand, for people and programs. */
export function Introduction({
  baseUrl,
  isSignedIn,
  canSignUp,
}: {
  baseUrl: string;
  isSignedIn: boolean;
  canSignUp: boolean;
}) {
  return (
    <>
      <section className={styles['lead']}>
        <Title order={1} className={styles['title'] ?? ''}>
          {texts.title()}
        </Title>
        <Text size="lg" mt="md" mb="lg">
          {texts.lead()}
        </Text>
        {isSignedIn ? (
          <ButtonLink href="/jobs" look="filled">
            {frameTexts.transcripts()}
          </ButtonLink>
        ) : (
          <Group gap="sm">
            <ButtonLink href="/sign-in" look="filled">
              {authTexts.signIn()}
            </ButtonLink>
            {canSignUp && <ButtonLink href="/sign-up">{authTexts.signUp()}</ButtonLink>}
          </Group>
        )}
      </section>
      <EditorPicture />
      <ForPeople />
      <ForPrograms baseUrl={baseUrl} />
    </>
  );
}

function ForPeople() {
  return (
    <section className={styles['section']}>
      <Title order={2}>{texts.editorTitle()}</Title>
      <Text c="dimmed">{texts.editorLead()}</Text>
      <dl className={styles['facts']}>
        <Fact icon={IconWaveSine} title={texts.playTitle()} text={texts.playText()} />
        <Fact icon={IconListCheck} title={texts.reviewTitle()} text={texts.reviewText()} />
        <Fact icon={IconHistory} title={texts.saveTitle()} text={texts.saveText()} />
        <Fact icon={IconUsers} title={texts.shareTitle()} text={texts.shareText()} />
        <Fact icon={IconSearch} title={texts.searchTitle()} text={texts.searchText()} />
        <Fact icon={IconDownload} title={texts.exportTitle()} text={texts.exportText()} />
      </dl>
    </section>
  );
}

function Fact({ icon, title, text }: { icon: TablerIcon; title: string; text: string }) {
  return (
    <div>
      <dt>
        <Icon shape={icon} size={20} />
        {title}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}

function ForPrograms({ baseUrl }: { baseUrl: string }) {
  return (
    <section className={`${styles['section']} ${styles['columns']}`}>
      <div>
        <Title order={2}>{texts.apiTitle()}</Title>
        <Text c="dimmed">{texts.apiLead()}</Text>
        <Text mt="sm">
          <Anchor href="/docs" underline="always">
            {texts.reference()}
          </Anchor>
        </Text>
        <Title order={2} mt="xl">
          {texts.hostTitle()}
        </Title>
        <Text c="dimmed">{texts.hostText()}</Text>
      </div>
      <CodeSnippet id="submit" title={texts.command()} text={submitCommand(baseUrl)} />
    </section>
  );
}
