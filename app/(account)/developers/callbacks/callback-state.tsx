import * as texts from '#messages/webhooks';
import styles from '#components/shell/section.module.css';

/** A callback's state. */
export type CallbackState = keyof typeof texts.statuses;

/** A callback's state as one word. */
export function CallbackStateWord({ state }: { state: CallbackState }) {
  const looks = { pending: undefined, delivered: styles['good'], given_up: styles['bad'] };
  return <span className={looks[state]}>{texts.statuses[state]()}</span>;
}

/** Describes a response: its status, if any, and duration. */
export function describeResponse({
  status,
  durationMs: milliseconds,
}: {
  status: number | null | undefined;
  durationMs: number;
}): string {
  if (status === null || status === undefined) return texts.noResponse({ milliseconds });
  return texts.responseStatus({ status: String(status), milliseconds });
}
