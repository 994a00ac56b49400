import styles from '#components/shell/section.module.css';

/** The status of an answer, in the color of its class. */
export function RequestStatus({ status }: { status: number }) {
  return <span className={status < 400 ? styles['good'] : styles['bad']}>{status}</span>;
}
