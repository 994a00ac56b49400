import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { reportOnce } from '#lib/tracing/report-once';

test('an exporter that fails is told of once, and once more when it works again', () => {
  const results: ExportResult[] = [];
  const lines: string[] = [];
  const log = {
    warn: (members: object, message: string) => void lines.push(`${message} ${JSON.stringify(members)}`),
    info: (message: string) => void lines.push(message),
  };
  let next: ExportResult = { code: ExportResultCode.SUCCESS };
  const exporter = reportOnce({ export: (_, done) => done(next), shutdown: async () => {} }, log);
  const send = (result: ExportResult) => {
    next = result;
    exporter.export([], (seen) => results.push(seen));
  };
  const failed = { code: ExportResultCode.FAILED, error: new Error('connect ECONNREFUSED') };
  for (const result of [next, failed, failed, failed, { code: ExportResultCode.SUCCESS }, failed])
    send(result);
  const failure = 'exporting traces failed {"reason":"connect ECONNREFUSED"}';
  assert.deepEqual(lines, [failure, 'exporting traces works again', failure]);
  assert.ok(results.every(({ code }) => code === ExportResultCode.SUCCESS));
});
