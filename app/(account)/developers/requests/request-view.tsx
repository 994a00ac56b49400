import styles from '#components/shell/section.module.css';

/** An API request as its log shows it. `at` is an ISO text. */
export interface RequestView {
  id: string;
  at: string;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  key: { name: string; lastFour: string };
  isSandbox: boolean;
  /** The type of problem that the answer told of, and the page that explains it, if there is one. */
  problem: { slug: string; href: string | undefined } | undefined;
}

/** The status of an answer, in the color of its class. */
export function RequestStatus({ status }: { status: number }) {
  return <span className={status < 400 ? styles['good'] : styles['bad']}>{status}</span>;
}
