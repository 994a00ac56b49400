import { Alert } from '@mantine/core';
import { paymentTexts as texts } from '#components/texts/balance';

/** Mantine's own yellow is too light to read on light yellow. */
const dark = { title: { color: 'var(--mantine-color-text)' } };

/** Says, where money is spoken of, that none moves. */
export function TestMark() {
  return (
    <Alert color="yellow" variant="light" mb="lg" title={texts.testMark} styles={dark}>
      {texts.testWhy}
    </Alert>
  );
}
