'use client';

import * as commonTexts from '#messages/common';
import { useEffect, useState, type ComponentType } from 'react';
import { ErrorAlert } from '#components/ui/error-alert';

/** A component loaded when first shown, with `Fallback` meanwhile. Shows load errors, and retries when shown again. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded !== undefined) return;
      const show = async (): Promise<void> => {
        loaded = await load();
        setPart(() => loaded);
      };
      void show().catch(() => setFailed(true));
    }, []);
    if (Part !== undefined) return <Part {...props} />;
    if (Fallback !== undefined) return <Fallback />;
    return hasFailed ? <ErrorAlert>{commonTexts.notLoaded()}</ErrorAlert> : null;
  };
}
