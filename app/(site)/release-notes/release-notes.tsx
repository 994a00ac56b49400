import { Anchor, Title } from '@mantine/core';
import { formatDate } from '#lib/messages/format';
import * as texts from '#messages/release-notes';
import styles from './release-notes.module.css';

/** A part of a change. */
type ShownPart = { kind: 'text' | 'code'; text: string } | { kind: 'link'; text: string; href: string };

/** A release: its day as `2026-11-22`, if any, and its changes by kind. */
interface ShownRelease {
  anchor: string;
  version: string;
  date: string | undefined;
  sections: Array<{ title: string; changes: ShownPart[][] }>;
}

/** All releases, newest first, and a link to the feed. Changes are in English, regardless of the page's language. */
export function ReleaseNotes({ releases, feed }: { releases: ShownRelease[]; feed: string }) {
  return (
    <>
      <div className={styles['head']}>
        <Title order={1}>{texts.title()}</Title>
        <Anchor href={feed} type="application/atom+xml" underline="always">
          {texts.feed()}
        </Anchor>
      </div>
      {releases.map(({ anchor, version, date, sections }) => (
        <section key={anchor} className={styles['release']} aria-labelledby={anchor}>
          <div>
            <Title order={2} size="h3" id={anchor}>
              {date === undefined ? texts.latest() : version}
            </Title>
            {date !== undefined && <time dateTime={date}>{formatDate(date, 'date', 'UTC')}</time>}
          </div>
          <div>
            {sections.length === 0 && texts.none()}
            {sections.map(({ title, changes }) => (
              <div key={title} lang="en" className={styles['section']}>
                <Title order={3} size="h4">
                  {title}
                </Title>
                <ul className={styles['changes']}>
                  {changes.map((parts) => (
                    <li key={parts.map(({ text }) => text).join('')}>{parts.map(toElement)}</li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

/** Renders a part of a text. */
export function toElement(part: ShownPart, index: number) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code key={index}>{part.text}</code>;
    case 'link':
      return (
        <Anchor key={index} href={part.href} underline="always">
          {part.text}
        </Anchor>
      );
  }
}
