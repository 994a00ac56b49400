'use client';

import { useEffect, useRef } from 'react';
import type { Recorder } from './recorder';
import styles from './recorder.module.css';

/** Follows the audio level without rerendering. Hidden from screen readers, since it adds nothing to hear. */
export function LevelBar({ recorder }: { recorder: Recorder }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      bar.current?.style.setProperty('transform', `scaleX(${recorder.getLevel().toFixed(3)})`);
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [recorder]);
  return (
    <div className={styles['level']} aria-hidden>
      <div ref={bar} className={styles['loud']} />
    </div>
  );
}
