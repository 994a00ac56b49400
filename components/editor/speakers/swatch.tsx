import styles from './swatch.module.css';

/** A dot in the speaker's color, shown beside the name. */
export function Swatch({ color }: { color: number }) {
  return (
    <span className={styles['swatch']} style={{ background: `var(--color-speaker-${color})` }} aria-hidden />
  );
}
