'use client';

import { useEffect, useRef, type ReactNode } from 'react';
import { FormPage } from '#components/account/form-page';

/** What takes the place of a form that was sent. It takes the focus too, so that it is read out. */
export function Said({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} style={{ outline: 'none' }}>
      <FormPage title={title} lead={lead}>
        {children}
      </FormPage>
    </div>
  );
}
