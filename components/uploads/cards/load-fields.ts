import type { ComponentType } from 'react';
import type { ChoicesProps } from '#components/recognition/recognition-fields';

interface Fields {
  MainFields: ComponentType<ChoicesProps>;
  RecognitionFields: ComponentType<ChoicesProps>;
}

const none = () => null;

/** Loads the fields for the options of a recording. Where they can't be had, there are none, and the server decides all. */
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
