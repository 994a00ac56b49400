'use client';

import { Text, TextInput, Title } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { BusyButton } from '#components/busy-button';
import { Trouble } from '#components/account/trouble';
import { callbackTexts } from '#components/texts/developers';
import { useAction, type Outcome } from './use-action';
import styles from './developers.module.css';

const texts = callbackTexts.test;

/** What came of a test. */
export interface TestResult {
  durationMs: number;
  status: number | undefined;
  reason: string;
  answer: string;
}

/** Sends an example of a callback to an address, and shows what came of it. */
export function TestCallback({ send }: { send: (url: string) => Promise<Outcome<TestResult>> }) {
  const [url, setUrl] = useState('');
  const [result, setResult] = useState<TestResult>();
  const { run, isBusy, trouble } = useAction(send);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setResult(undefined);
    setResult((await run(url))?.value);
  }

  return (
    <section className={styles['box']} aria-labelledby="test-title">
      <Title order={2} size="h3" id="test-title">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {texts.hint}
      </Text>
      <form className={styles['inline']} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={texts.url}
          type="url"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          placeholder={texts.placeholder}
          maxLength={1024}
          required
          withAsterisk={false}
          autoComplete="off"
        />
        <BusyButton type="submit" isBusy={isBusy}>
          {texts.send}
        </BusyButton>
      </form>
      <div style={{ marginTop: trouble === undefined ? 0 : '0.75rem' }}>
        <Trouble>{trouble}</Trouble>
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
          {isGood ? texts.acknowledged : texts.notAcknowledged}
        </span>
        <span>{callbackTexts.answered(status, durationMs)}</span>
      </div>
      <p className={styles['reason']}>{reason}</p>
      {answer !== '' && <pre className={styles['answer']}>{answer}</pre>}
    </>
  );
}
