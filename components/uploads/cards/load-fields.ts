import type { ComponentType } from 'react';
import type { ChoicesProps } from '#components/recognition/recognition-fields';

interface Fields {
  MainFields: ComponentType<ChoicesProps>;
  RecognitionFields: ComponentType<ChoicesProps>;
}

const none = () => null;

/** Loads the fields for a recording's options. If that fails, there are none, and the server uses its defaults. */
export async function loadFields(): Promise<Fields> {
  try {
    const [main, further] = await Promise.all([
      import('#components/recognition/main-fields'),
      import('#components/recognition/recognition-fields'),
    ]);
    return { ...main, ...further };
  } catch {
    return { MainFields: none, RecognitionFields: none };
  }
}
