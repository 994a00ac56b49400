import styles from './swatch.module.css';

/** A speaker's color as a dot, beside the speaker's name. */
export function Swatch({ color }: { color: number }) {
  return (
    <span className={styles['swatch']} style={{ background: `var(--color-speaker-${color})` }} aria-hidden />
  );
}
