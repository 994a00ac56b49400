import { Title } from '@mantine/core';
import Link from 'next/link';
import { LocalTime } from '#components/ui/local-time';
import { formatFileSize, formatNumber } from '#lib/messages/format';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-overview';
import * as queueTexts from '#messages/operator-queue';
import styles from '#components/shell/section.module.css';

/** The tasks of one kind. `waitingSince` is an ISO text. */
export interface KindView {
  kind: keyof typeof queueTexts.kinds;
  counts: Record<keyof typeof queueTexts.states, number>;
  waitingSince: string | undefined;
}

/** How the installation is. Sizes are bytes. */
export interface OverviewView {
  recordings: { count: number; bytes: number };
  databaseBytes: number;
  disk: { bytes: number; freeBytes: number };
  workers: { count: number; expected: number | undefined };
  engine: string | undefined;
  /** Speech models that are still to come: the first one, how much of it is there, or why it doesn't come. */
  installation: { missing: string[]; percent?: number | undefined; problem?: string | undefined } | undefined;
  failedOfLateCount: number;
  version: string;
  tasks: KindView[];
}

const states = ['running', 'failing', 'waiting', 'scheduled'] as const;

/** The installation at a glance: storage, work and the queue. */
export function Overview({
  recordings,
  databaseBytes,
  disk,
  workers,
  engine,
  installation,
  failedOfLateCount,
  version,
  tasks,
}: OverviewView) {
  return (
    <>
      <Title order={2} size="h3">
        {texts.storage()}
      </Title>
      <div className={styles['facing']}>
        <dl className={styles['details']}>
          <dt>{texts.recordings()}</dt>
          <dd>{texts.recordingsSize({ size: formatFileSize(recordings.bytes), count: recordings.count })}</dd>
          <dt>{texts.database()}</dt>
          <dd>{formatFileSize(databaseBytes)}</dd>
          <dt>{texts.diskFree()}</dt>
          <dd>
            {texts.diskFreeOf({ free: formatFileSize(disk.freeBytes), total: formatFileSize(disk.bytes) })}
          </dd>
        </dl>
      </div>
      <Title order={2} size="h3" mt="xl">
        {texts.work()}
      </Title>
      <div className={styles['facing']}>
        <dl className={styles['details']}>
          <dt>{texts.workers()}</dt>
          <dd className={workers.count < (workers.expected ?? 1) ? styles['bad'] : undefined}>
            {workers.expected === undefined
              ? formatNumber(workers.count)
              : texts.workersOf({ count: workers.count, expected: workers.expected })}
          </dd>
          <dt>{texts.engine()}</dt>
          <dd className={engine === undefined ? styles['bad'] : undefined}>{engine ?? texts.noEngine()}</dd>
          {installation !== undefined && (
            <>
              <dt>{texts.models()}</dt>
              <dd>
                <InstallationStatus installation={installation} />
              </dd>
            </>
          )}
          <dt>{texts.failedOfLate()}</dt>
          <dd>
            <Link className={styles['fact']} href="/operator/failures" prefetch={false}>
              {formatNumber(failedOfLateCount)}
            </Link>
          </dd>
          <dt>{texts.version()}</dt>
          <dd>{version}</dd>
        </dl>
      </div>
      <Title order={2} size="h3" mt="xl" mb="sm">
        {operatorTexts.queue()}
      </Title>
      {tasks.length === 0 ? (
        <div className={styles['empty']}>{texts.noTasks()}</div>
      ) : (
        <ul className={styles['list']} aria-label={operatorTexts.queue()}>
          {tasks.map((task) => (
            <KindRow key={task.kind} task={task} />
          ))}
        </ul>
      )}
    </>
  );
}

function InstallationStatus({ installation }: { installation: NonNullable<OverviewView['installation']> }) {
  const { missing, percent, problem } = installation;
  const [model = '', ...others] = missing;
  if (problem !== undefined) return texts.modelsProblem({ models: missing.join(', '), problem });
  const first =
    percent === undefined ? texts.modelPreparing({ model }) : texts.modelProgress({ model, percent });
  return others.length === 0 ? first : texts.modelsAfter({ first, models: others.join(', ') });
}

function KindRow({ task: { kind, counts, waitingSince } }: { task: KindView }) {
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <Link className={styles['name']} href={`/operator/queue?kind=${kind}`} prefetch={false}>
          {queueTexts.kinds[kind]()}
        </Link>
        <div className={styles['facts']}>
          {states
            .filter((state) => counts[state] > 0)
            .map((state) => (
              <span key={state} className={state === 'failing' ? styles['bad'] : undefined}>
                {queueTexts.stateCounts[state]({ count: counts[state] })}
              </span>
            ))}
          {waitingSince !== undefined && (
            <span>
              {queueTexts.oldest()} <LocalTime iso={waitingSince} />
            </span>
          )}
        </div>
      </div>
    </li>
  );
}
