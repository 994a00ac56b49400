import Link from 'next/link';
import { ConfirmedButton } from '#components/operator/confirmed-button';
import { OperatorPager, type PageLinks } from '#components/operator/operator-pager';
import type { ActionResult } from '#components/ui/action-result.ts';
import { LocalTime } from '#components/ui/local-time';
import * as texts from '#messages/operator-queue';
import styles from '#components/shell/section.module.css';

type Kind = keyof typeof texts.kinds;

/** A task as operators see it. Moments are ISO texts. */
export interface TaskView {
  id: string;
  kind: Kind;
  state: keyof typeof texts.states;
  attempts: number;
  runAt: string;
  lastError: string | undefined;
  canBeDropped: boolean;
}

type Act = (taskId: string) => Promise<ActionResult<void>>;

/** The tasks of the queue, of one kind where one is chosen. */
export function TaskQueue({
  tasks,
  kinds,
  kind,
  links,
  runNow,
  drop,
}: {
  tasks: TaskView[];
  /** Those that have tasks. */
  kinds: Kind[];
  kind: Kind | undefined;
  links: PageLinks;
  runNow: Act;
  drop: Act;
}) {
  const filters = kind === undefined || kinds.includes(kind) ? kinds : [...kinds, kind];
  return (
    <>
      {filters.length > 0 && (
        <nav className={styles['tabsBeside']} aria-label={texts.filter()}>
          {[undefined, ...filters].map((filter) => (
            <Link
              key={filter ?? 'all'}
              className={styles['tab']}
              href={filter === undefined ? '/operator/queue' : `/operator/queue?kind=${filter}`}
              prefetch={false}
              aria-current={filter === kind ? 'true' : undefined}
            >
              {filter === undefined ? texts.all() : texts.kinds[filter]()}
            </Link>
          ))}
        </nav>
      )}
      {tasks.length === 0 ? (
        <div className={styles['empty']}>
          <strong>{texts.empty()}</strong>
          <span>{texts.emptyHint()}</span>
        </div>
      ) : (
        <ul className={styles['list']} aria-label={texts.list()}>
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} runNow={runNow} drop={drop} />
          ))}
        </ul>
      )}
      <OperatorPager {...links} />
    </>
  );
}

function TaskRow({
  task: { id, kind, state, attempts, runAt, lastError, canBeDropped },
  runNow,
  drop,
}: {
  task: TaskView;
  runNow: Act;
  drop: Act;
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
            {texts.due()} <LocalTime iso={runAt} />
          </span>
        </div>
        {lastError !== undefined && <p className={styles['reason']}>{lastError}</p>}
      </div>
      <div className={styles['buttons']}>
        {(state === 'failing' || state === 'scheduled') && (
          <ConfirmedButton
            id={id}
            label={texts.runNow()}
            name={texts.runNowNamed({ id })}
            question={{ title: texts.runNowTitle(), text: texts.runNowText({ kind: name }) }}
            action={runNow}
          />
        )}
        {canBeDropped && (
          <ConfirmedButton
            id={id}
            label={texts.drop()}
            name={texts.dropNamed({ id })}
            question={{ title: texts.dropTitle(), text: texts.dropText({ kind: name }) }}
            isDestructive
            action={drop}
          />
        )}
      </div>
    </li>
  );
}
