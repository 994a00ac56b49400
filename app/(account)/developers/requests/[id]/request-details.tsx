import { RequestStatus } from '#app/(account)/developers/requests/request-log.tsx';
import { CopyButton } from '#components/ui/copy-button';
import { LogEntryHeading } from '#components/shell/log-list';
import { LocalTime } from '#components/ui/local-time';
import type { LoggedRequest } from '#lib/api/request-log/list-requests';
import { problemCatalogue } from '#lib/api/v1/problems/problem-catalogue';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/request-log';
import styles from '#components/shell/section.module.css';

/** All known facts about an API request. */
export function RequestDetails({ request }: { request: LoggedRequest }) {
  const { id, at, method, path, status, durationMs, key, problem } = request;
  return (
    <>
      <LogEntryHeading
        name={`${method} ${path}`}
        isSandbox={key.mode === 'test'}
        back={{ href: '/developers/requests', label: texts.back() }}
      />
      <div className={styles['facing']}>
        <dl className={styles['details']}>
          <dt>{texts.status()}</dt>
          <dd>
            <RequestStatus status={status} />
          </dd>
          {problem !== null && (
            <>
              <dt>{texts.problem()}</dt>
              <dd>
                {problem in problemCatalogue ? (
                  <a className={styles['fact']} href={`/api/v1/errors/${problem}`}>
                    <code className={styles['code']}>{problem}</code>
                  </a>
                ) : (
                  <code className={styles['code']}>{problem}</code>
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
