'use client';

import { Menu } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import styles from './anchored-menu.module.css';
import { focusFirst } from '#components/ui/focus-on-mount.ts';
import type { Editor } from '@tiptap/core';

/** A rectangle in window coordinates. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A menu anchored to text that React doesn't render. `getRect` returns the position. */
export function AnchoredMenu({
  name,
  getRect,
  onClose,
  children,
}: {
  name: string;
  getRect: () => Rect | undefined;
  onClose: () => void;
  children: ReactNode;
}) {
  const rect = useRect(getRect);
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={4}
      returnFocus={false}
      // The focus trap's timer would take the focus from an item that a fast user has already reached.
      trapFocus={false}
      withInitialFocusPlaceholder={false}
      hideDetached={false}
      transitionProps={{ duration: 0 }}
      alignItemsLabels="with-indicators"
    >
      <Menu.Target>
        <button type="button" className={styles['anchor']} style={rect} tabIndex={-1} aria-label={name} />
      </Menu.Target>
      <Menu.Dropdown
        ref={focusFirst}
        className={styles['dropdown'] ?? ''}
        onKeyDown={(event) => {
          if (event.key === 'Tab') event.preventDefault();
        }}
      >
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Tracks the rectangle while the page scrolls. */
export function useRect(getRect: () => Rect | undefined): Rect | undefined {
  const [rect, setRect] = useState(getRect);
  useEffect(() => {
    const measure = (): void =>
      setRect((before) => {
        const now = getRect() ?? before;
        return now && before && now.left === before.left && now.top === before.top ? before : now;
      });
    measure();
    window.addEventListener('scroll', measure, { capture: true, passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure, { capture: true });
      window.removeEventListener('resize', measure);
    };
  }, [getRect]);
  return rect && { left: rect.left, top: rect.top, width: rect.width, height: rect.height };
}

/** The window rectangle of a document position: as high as the line, with no width. */
export function rectAt({ view, state }: Editor, position: number): Rect {
  const { left, top, bottom } = view.coordsAtPos(Math.min(position, state.doc.content.size));
  return { left, top, width: 0, height: bottom - top };
}
