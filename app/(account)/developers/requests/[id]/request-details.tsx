import { type RequestView, RequestStatus } from '#app/(account)/developers/requests/request-view.tsx';
import { CopyButton } from '#components/ui/copy-button';
import { LogEntryHeading } from '#components/shell/log-list';
import { LocalTime } from '#components/ui/local-time';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/request-log';
import styles from '#components/shell/section.module.css';

/** All that is known of an API request. */
export function RequestDetails({ request }: { request: RequestView }) {
  const { id, at, method, path, status, durationMs, key, isSandbox, problem } = request;
  return (
    <>
      <LogEntryHeading
        name={`${method} ${path}`}
        isSandbox={isSandbox}
        back={{ href: '/developers/requests', label: texts.back() }}
      />
      <div className={styles['facing']}>
        <dl className={styles['details']}>
          <dt>{texts.status()}</dt>
          <dd>
            <RequestStatus status={status} />
          </dd>
          {problem !== undefined && (
            <>
              <dt>{texts.problem()}</dt>
              <dd>
                {problem.href === undefined ? (
                  <code className={styles['code']}>{problem.slug}</code>
                ) : (
                  <a className={styles['fact']} href={problem.href}>
                    <code className={styles['code']}>{problem.slug}</code>
                  </a>
                )}
              </dd>
            </>
          )}
          <dt>{texts.time()}</dt>
          <dd>
            <LocalTime iso={at} show="second" />
          </dd>
          <dt>{texts.duration()}</dt>
          <dd>{texts.durationMs({ milliseconds: durationMs })}</dd>
          <dt>{texts.key()}</dt>
          <dd>{texts.keyOption(key)}</dd>
          <dt>{texts.requestId()}</dt>
          <dd>
            <code id="request-id" className={styles['code']}>
              {id}
            </code>{' '}
            <CopyButton from="request-id">{commonTexts.copy()}</CopyButton>
          </dd>
        </dl>
      </div>
    </>
  );
}
