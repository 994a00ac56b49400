'use client';

import { Text, TextInput, Title } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { describeResponse } from './callback-state';
import * as texts from '#messages/webhooks';
import { useAction } from '#components/ui/use-action.ts';
import { sendTestCallback, type TestResult } from './actions';
import styles from '#components/shell/section.module.css';

/** Sends a sample callback to a URL, and shows the result. */
export function TestCallback() {
  const [url, setUrl] = useState('');
  const [result, setResult] = useState<TestResult>();
  const { run, isBusy, error } = useAction(sendTestCallback);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setResult(undefined);
    setResult((await run(url))?.value);
  }

  return (
    <section className={styles['box']} aria-labelledby="test-title">
      <Title order={2} size="h3" id="test-title">
        {texts.testTitle()}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {texts.testHint()}
      </Text>
      <form className={styles['inline']} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={texts.url()}
          type="url"
          value={url}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            setResult(undefined);
          }}
          placeholder={texts.testPlaceholder()}
          maxLength={1024}
          required
          autoComplete="off"
        />
        <BusyButton type="submit" isBusy={isBusy}>
          {texts.testSend()}
        </BusyButton>
      </form>
      <div style={{ marginTop: error === undefined ? 0 : '0.75rem' }}>
        <ErrorAlert>{error}</ErrorAlert>
      </div>
      <div aria-live="polite">{result !== undefined && <Result result={result} />}</div>
    </section>
  );
}

function Result({ result: { durationMs, status, reason, answer } }: { result: TestResult }) {
  const isGood = status !== undefined && status >= 200 && status < 300;
  return (
    <>
      <div className={styles['facts']}>
        <span className={isGood ? styles['good'] : styles['bad']}>
          {isGood ? texts.testAccepted() : texts.testRejected()}
        </span>
        <span>{describeResponse({ status, durationMs })}</span>
      </div>
      <p className={styles['reason']}>{reason}</p>
      {answer !== '' && <pre className={styles['answer']}>{answer}</pre>}
    </>
  );
}
