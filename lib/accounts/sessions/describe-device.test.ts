import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDevice } from '#lib/accounts/sessions/describe-device';

const mozilla = 'Mozilla/5.0';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const devices: Array<[string, string | undefined, string | undefined]> = [
  [`${mozilla} (X11; Linux x86_64) ${chrome}`, 'Chrome', 'Linux'],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Edg/140.0.0.0`, 'Edge', 'Windows'],
  [`${mozilla} (Linux; Android 14; SM-S911B) ${chrome}`, 'Chrome', 'Android'],
  [`${mozilla} (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0`, 'Firefox', 'Mac'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  ['curl/8.5.0', undefined, undefined],
];

for (const [userAgent, browser, system] of devices) {
  test(`${browser ?? 'an unknown browser'} on ${system ?? 'an unknown system'} is identified by its header`, () => {
    assert.deepEqual(describeDevice(userAgent), { browser, system });
  });
}
