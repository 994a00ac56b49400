import { Alert } from '@mantine/core';
import * as texts from '#messages/test-payment';

/** Mantine's own yellow has too little contrast on light yellow. */
const dark = { title: { color: 'var(--mantine-color-text)' } };

/** Notes that no real money is involved. */
export function TestBadge() {
  return (
    <Alert color="yellow" variant="light" mb="lg" title={texts.badge()} styles={dark}>
      {texts.badgeHint()}
    </Alert>
  );
}
