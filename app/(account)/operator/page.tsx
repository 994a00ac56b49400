import type { Metadata } from 'next';
import { readVersion } from '#app/(account)/operator/read-version';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { OperatorFrame } from '#components/operator/operator-frame';
import { Overview } from '#components/operator/overview';
import { nameEngine } from '#components/recognition/name-engine.ts';
import { readOverview } from '#lib/operator/read-overview';
import { readOffer } from '#lib/jobs/engines/read-offer';
import { env } from '#lib/settings/env';
import { measureDisk } from '#lib/storage/measure-disk';
import * as frameTexts from '#messages/frame';
import * as texts from '#messages/operator-overview';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: frameTexts.operator() });

export default async function Page() {
  const { db, operatorId, email } = await requireOperatorSession('/operator');
  const settings = env();
  const [overview, disk, { engines, installation }, version] = await Promise.all([
    readOverview(db, { operatorId }),
    measureDisk(settings.dataDir),
    readOffer(() => db, settings),
    readVersion(),
  ]);
  const { tasks, workers, ...counted } = overview;
  const [engine] = engines;
  return (
    <OperatorFrame email={email} page="overview" lead={texts.lead()}>
      <Overview
        {...counted}
        disk={disk}
        version={version}
        workers={{ count: workers, expected: settings.role === 'web' ? undefined : settings.workers }}
        engine={engine && nameEngine({ engine: engine.engine, model: engine.model })}
        installation={installation}
        tasks={tasks.map(({ waitingSince, ...task }) => ({
          ...task,
          waitingSince: waitingSince?.toISOString(),
        }))}
      />
    </OperatorFrame>
  );
}
