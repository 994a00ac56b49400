import type { Metadata } from 'next';
import { z } from 'zod';
import { ConfirmedButton } from '#app/(account)/operator/confirmed-button.tsx';
import { pageSize, toHref, toPage, type Query } from '#app/(account)/paging';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { OperatorFrame, OperatorPager } from '#app/(account)/operator/operator-frame.tsx';
import { LocalTime } from '#components/ui/local-time';
import { countTasks, isTaskKind, listTasks, type QueuedTask } from '#lib/operator/tasks';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-queue';
import { dropTask, runTaskNow } from './actions';
import { EmptyLog, LogFilter, LogList } from '#components/shell/log-list';
import styles from '#components/shell/section.module.css';

export const generateMetadata = (): Metadata => ({ title: operatorTexts.queue() });

const path = '/operator/queue';

const queryShape = z.object({
  kind: z.string().refine(isTaskKind).optional().catch(undefined),
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
});

/** The tasks in the queue, optionally of one kind. */
export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, operatorId, email } = await requireOperatorSession(path);
  const { kind, after } = queryShape.parse(await searchParams);
  const [counts, listed] = await Promise.all([
    countTasks(db, { operatorId }),
    listTasks(db, { operatorId, kind, after, limit: pageSize + 1 }),
  ]);
  const { items, links } = toPage(listed, { path, after, query: { kind } });
  const kinds = counts.map((counted) => counted.kind);
  const filters = kind === undefined || kinds.includes(kind) ? kinds : [...kinds, kind];
  return (
    <OperatorFrame email={email} page="queue" lead={texts.lead()}>
      {filters.length > 0 && (
        <LogFilter
          label={texts.filter()}
          filters={[undefined, ...filters].map((filter) => ({
            label: filter === undefined ? texts.all() : texts.kinds[filter](),
            href: toHref(path, { kind: filter }),
            isCurrent: filter === kind,
          }))}
        />
      )}
      <LogList label={texts.list()} empty={<EmptyLog title={texts.empty()} hint={texts.emptyHint()} />}>
        {items.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </LogList>
      <OperatorPager {...links} />
    </OperatorFrame>
  );
}

function TaskRow({
  task: { id, kind, state, attempts, runAt, lastError, canBeDropped },
}: {
  task: QueuedTask;
}) {
  const name = texts.kinds[kind]();
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <strong>{name}</strong>
        </div>
        <div className={styles['facts']}>
          <span className={state === 'failing' ? styles['bad'] : undefined}>{texts.states[state]()}</span>
          <span>{texts.attempts({ count: attempts })}</span>
          <span>
            {texts.due()} <LocalTime iso={runAt.toISOString()} />
          </span>
        </div>
        {lastError !== null && <p className={styles['reason']}>{lastError}</p>}
      </div>
      <div className={styles['buttons']}>
        {(state === 'failing' || state === 'scheduled') && (
          <ConfirmedButton
            id={id}
            label={texts.runNow()}
            name={texts.runNowNamed({ id })}
            question={{ title: texts.runNowTitle(), text: texts.runNowText({ kind: name }) }}
            action={runTaskNow}
          />
        )}
        {canBeDropped && (
          <ConfirmedButton
            id={id}
            label={texts.drop()}
            name={texts.dropNamed({ id })}
            question={{ title: texts.dropTitle(), text: texts.dropText({ kind: name }) }}
            isDestructive
            action={dropTask}
          />
        )}
      </div>
    </li>
  );
}
