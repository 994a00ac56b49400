import styles from './swatch.module.css';

/** A speaker's color as a spot; whoever can't see it reads the name beside it. */
export function Swatch({ color }: { color: number }) {
  return <span className={styles['swatch']} data-color={color} aria-hidden />;
}
