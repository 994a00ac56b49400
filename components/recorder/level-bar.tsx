'use client';

import { useEffect, useRef } from 'react';
import type { Recorder } from './recorder';
import styles from './recorder.module.css';

/** Moves with the sound, without rendering anything again. It says nothing that could be heard instead. */
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
