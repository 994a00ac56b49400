import { Alert } from '@mantine/core';
import * as texts from '#messages/test-payment';

/** Mantine's own yellow is too light to read on light yellow. */
const dark = { title: { color: 'var(--mantine-color-text)' } };

/** Says, where money is spoken of, that none moves. */
export function TestBadge() {
  return (
    <Alert color="yellow" variant="light" mb="lg" title={texts.badge()} styles={dark}>
      {texts.badgeHint()}
    </Alert>
  );
}
