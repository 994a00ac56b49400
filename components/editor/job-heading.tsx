import { Title } from '@mantine/core';
import Link from 'next/link';
import type { ShownJob } from '#components/account/job-list';
import { LocalTime } from '#components/local-time';
import { editorTexts as texts } from '#components/texts/editor';
import styles from './job-heading.module.css';

/** Which recording this is. Its owner, but no guest, is offered the way back to the others. */
export function JobHeading({
  job: { name, length, placedAt },
  back,
}: {
  job: ShownJob;
  back?: { href: string; label: string };
}) {
  return (
    <div className={styles['heading']}>
      {back !== undefined && (
        <Link className={styles['back']} href={back.href}>
          ← {back.label}
        </Link>
      )}
      <Title order={1} size="h2" className={styles['name'] ?? ''} title={name}>
        {name}
      </Title>
      <p className={styles['facts']}>
        {length !== undefined && <span>{texts.length(length)}</span>}
        <span>
          {texts.submitted} <LocalTime iso={placedAt} />
        </span>
      </p>
    </div>
  );
}
