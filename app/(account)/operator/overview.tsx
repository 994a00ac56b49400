import { readFile } from 'node:fs/promises';
import { Title } from '@mantine/core';
import { z } from 'zod';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { nameEngine } from '#components/recognition/name-engine.ts';
import { Link } from '#components/ui/link';
import { LocalTime } from '#components/ui/local-time';
import { readOffer } from '#lib/jobs/engines/read-offer';
import { formatFileSize, formatNumber } from '#lib/messages/format';
import { readOverview } from '#lib/operator/read-overview';
import { env } from '#lib/settings/env';
import { measureDisk } from '#lib/storage/measure-disk';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-overview';
import * as queueTexts from '#messages/operator-queue';
import styles from '#components/shell/section.module.css';

/** Speech models not installed yet: the first one's progress, or its error. */
type Installation = NonNullable<Awaited<ReturnType<typeof readOffer>>['installation']>;

type Task = Awaited<ReturnType<typeof readOverview>>['tasks'][number];

const packageShape = z.object({ version: z.string() });

const states = ['running', 'failing', 'waiting', 'scheduled'] as const;

/** The installation at a glance: storage, work and queue. */
export async function Overview() {
  const { db, operatorId } = await requireOperatorSession('/operator');
  const settings = env();
  const [overview, disk, { engines, installation }, version] = await Promise.all([
    readOverview(db, { operatorId }),
    measureDisk(settings.dataDir),
    readOffer(() => db, settings),
    readVersion(),
  ]);
  const { recordings, databaseBytes, failedOfLateCount, workers, tasks } = overview;
  const expected = settings.role === 'web' ? undefined : settings.workers;
  const [engine] = engines;
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
          <dd className={workers < (expected ?? 1) ? styles['bad'] : undefined}>
            {expected === undefined ? formatNumber(workers) : texts.workersOf({ count: workers, expected })}
          </dd>
          <dt>{texts.engine()}</dt>
          <dd className={engine === undefined ? styles['bad'] : undefined}>
            {engine === undefined
              ? texts.noEngine()
              : nameEngine({ engine: engine.engine, model: engine.model })}
          </dd>
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
            <Link className={styles['fact']} href="/operator/failures">
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

function InstallationStatus({ installation }: { installation: Installation }) {
  const { missing, percent, problem } = installation;
  const [model = '', ...others] = missing;
  if (problem !== undefined) return texts.modelsProblem({ models: missing.join(', '), problem });
  const first =
    percent === undefined ? texts.modelPreparing({ model }) : texts.modelProgress({ model, percent });
  return others.length === 0 ? first : texts.modelsAfter({ first, models: others.join(', ') });
}

function KindRow({ task: { kind, counts, waitingSince } }: { task: Task }) {
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <Link className={styles['name']} href={`/operator/queue?kind=${kind}`}>
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
          {waitingSince !== null && (
            <span>
              {queueTexts.oldest()} <LocalTime iso={waitingSince.toISOString()} />
            </span>
          )}
        </div>
      </div>
    </li>
  );
}

/** The running version of Longhand. */
async function readVersion(): Promise<string> {
  return packageShape.parse(JSON.parse(await readFile('package.json', 'utf8'))).version;
}
