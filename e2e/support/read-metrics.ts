import assert from 'node:assert/strict';

/** One value of a metric. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/**
 * Parses a text in Prometheus's exposition format, version 0.0.4. Fails if a line is not valid in it, and if a metric
 * is described twice or not at all, or its samples are not contiguous.
 */
export function parseMetrics(text: string): Sample[] {
  assert.ok(text.endsWith('\n'), 'the last line ends');
  const types = new Map<string, string>();
  let family = '';
  return text.split('\n').flatMap((line) => {
    if (line === '') return [];
    const described = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line);
    if (described !== null) {
      const [, what, name = '', rest = ''] = described;
      if (what === 'TYPE') {
        assert.ok(!types.has(name), `${name} is described once`);
        assert.match(rest, /^(counter|gauge|histogram|summary)$/);
        types.set(name, rest);
        family = name;
      }
      return [];
    }
    const [, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? assert.fail(`no sample: ${line}`);
    const base = types.get(family) === 'histogram' ? name.replace(/_(bucket|sum|count)$/, '') : name;
    assert.equal(base, family, `${name} stands below its own description`);
    assert.ok(/^[+-]Inf$|^NaN$/.test(value) || Number.isFinite(Number(value)), line);
    return [{ name, labels: parseLabels(labels), value: Number(value.replace('Inf', 'Infinity')) }];
  });
}

function parseLabels(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  label.lastIndex = 0;
  for (let end = 0; end < text.length; end = label.lastIndex) {
    const [, name = '', value = ''] = label.exec(text) ?? assert.fail(`no labels: ${text}`);
    found[name] = value;
  }
  return found;
}

/** Returns the sum of the samples with this name and, among others, these labels; undefined if there are none. */
export function sumSamples(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
