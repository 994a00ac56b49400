import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBareTimeCode, formatTimeCode, parseTimeStyle, timeForms } from './time-code';

const moments = [0, 5999, 754_560, 3_723_000];
const written = {
  '(12:34)': ['(0:00)', '(0:05)', '(12:34)', '(1:02:03)'],
  '[12:34]': ['[0:00]', '[0:05]', '[12:34]', '[1:02:03]'],
  '(00:12:34)': ['(00:00:00)', '(00:00:05)', '(00:12:34)', '(01:02:03)'],
  '[00:12:34]': ['[00:00:00]', '[00:00:05]', '[00:12:34]', '[01:02:03]'],
  '[0:12:34.5]': ['[0:00:00.0]', '[0:00:05.9]', '[0:12:34.5]', '[1:02:03.0]'],
};

test('a moment is written in each form, and the name of a form is an example of it', () => {
  for (const timeForm of timeForms) {
    const style = { timeForm, timeOffsetSeconds: 0 };
    assert.deepEqual(
      moments.map((ms) => formatTimeCode(ms, style)),
      written[timeForm],
    );
    assert.equal(formatTimeCode(754_500, style), timeForm);
  }
});

test('time codes that start at an hour count from there', () => {
  const style = { timeForm: '[00:12:34]', timeOffsetSeconds: 3600 } as const;
  assert.equal(formatTimeCode(754_000, style), '[01:12:34]');
  assert.equal(formatBareTimeCode(754_000, style), '01:12:34');
  assert.equal(formatBareTimeCode(0, { timeForm: '(12:34)', timeOffsetSeconds: 3600 }), '1:00:00');
});

test('a stored style is taken as far as it is possible', () => {
  assert.deepEqual(parseTimeStyle({ timeForm: '[0:12:34.5]', timeOffsetSeconds: 3600 }), {
    timeForm: '[0:12:34.5]',
    timeOffsetSeconds: 3600,
  });
  for (const wrong of [{}, { timeForm: 'x', timeOffsetSeconds: -1 }, { timeOffsetSeconds: 86_400 }])
    assert.deepEqual(parseTimeStyle(wrong), { timeForm: '(12:34)', timeOffsetSeconds: 0 });
});
