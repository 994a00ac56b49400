import * as texts from '#messages/editor/page';
import { Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { JobView } from '#components/jobs/list/job-list';
import { Link } from '#components/ui/link';
import { LocalTime } from '#components/ui/local-time';
import { Icon } from '#components/ui/icon';
import styles from './job-heading.module.css';

/** Names the recording. The owner also gets a link back to all transcripts; guests don't. */
export function JobHeading({
  job: { name, length, submittedAt },
  back,
}: {
  job: JobView;
  back?: { href: string; label: string };
}) {
  return (
    <div className={styles['heading']}>
      {back !== undefined && (
        <Link className={styles['back']} href={back.href}>
          <Icon shape={IconArrowLeft} size={16} />
          {back.label}
        </Link>
      )}
      <Title order={1} size="h2" className={styles['name'] ?? ''} title={name}>
        {name}
      </Title>
      <p className={styles['facts']}>
        {length !== undefined && <span>{texts.length({ clock: length })}</span>}
        <span>
          {texts.submitted()} <LocalTime iso={submittedAt} />
        </span>
      </p>
    </div>
  );
}
