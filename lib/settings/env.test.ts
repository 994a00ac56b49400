import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnv, SettingsError } from '#lib/settings/env';

test('without any variable there are sensible settings', () => {
  const env = parseEnv({});
  assert.equal(env.baseUrl, 'http://127.0.0.1:3000');
  assert.equal(env.priceCentsPerMinute, 25);
  assert.equal(env.maxUploadBytes, 2_147_483_648);
  assert.deepEqual([env.maxOpenUploads, env.maxOpenUploadBytes], [1000, 100 * env.maxUploadBytes]);
  assert.deepEqual(env.allowPorts, []);
});

test('settings of recognition are taken in the spelling of earlier versions', () => {
  assert.equal(parseEnv({ LONGHAND_RECOGNISERS: '3' }).recognizers, 3);
});

test('an empty variable counts as unset', () => {
  assert.equal(parseEnv({ PORT: '' }).port, 3000);
});

test('the base address follows host and port, or is taken without its trailing slash', () => {
  assert.equal(parseEnv({ HOST: '0.0.0.0', PORT: '80' }).baseUrl, 'http://localhost:80');
  assert.equal(parseEnv({ HOST: '::1' }).baseUrl, 'http://[::1]:3000');
  assert.equal(parseEnv({ BASE_URL: 'https://a.example/' }).baseUrl, 'https://a.example');
});

test('metrics are off without a port, and on this machine only unless told otherwise', () => {
  assert.equal(parseEnv({}).metrics, undefined);
  assert.equal(parseEnv({ LONGHAND_METRICS_HOST: '0.0.0.0' }).metrics, undefined);
  const metrics = { LONGHAND_METRICS_PORT: '9464' };
  assert.deepEqual(parseEnv(metrics).metrics, { host: '127.0.0.1', port: 9464 });
});

test('traces are recorded where OpenTelemetry’s variables name an exporter, and are not turned off', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' };
  const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/v1/traces' };
  assert.equal(parseEnv({}).tracing, undefined);
  assert.deepEqual(parseEnv(endpoint).tracing, { endpoint: 'http://collector.example:4318' });
  assert.deepEqual(parseEnv({ ...endpoint, ...traces }).tracing, {
    endpoint: 'https://traces.example/v1/traces',
  });
  assert.equal(parseEnv({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }).tracing, undefined);
  assert.equal(parseEnv({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).tracing, undefined);
  assert.notEqual(parseEnv({ ...endpoint, OTEL_SDK_DISABLED: 'no' }).tracing, undefined);
  const faulty = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_EXPORTER: 'zipkin' };
  assert.throws(
    () => parseEnv(faulty),
    /OTEL_TRACES_EXPORTER: must be[\s\S]*OTEL_EXPORTER_OTLP_PROTOCOL: must be/,
  );
});

test('secrets of the settings are known, as they are written and decoded, but for short words', () => {
  const { secrets } = parseEnv({
    DATABASE_URL: 'postgres://ann:long%20password@db.example/longhand',
    LONGHAND_SMTP_URL: 'smtp://ann:short@mail.example',
    LONGHAND_MAIL_FROM: 'ann@longhand.example',
    LONGHAND_SECRET: 'a'.repeat(64),
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key, x-team=1',
  });
  assert.deepEqual(secrets, [
    'a'.repeat(64),
    'long%20password',
    'long password',
    'Bearer%20collector-key',
    'Bearer collector-key',
  ]);
});

test('lists are cut at commas', () => {
  const env = parseEnv({
    LONGHAND_ALLOW_PRIVATE_NETWORKS: '10.0.0.0/8, fd00::/8',
    LONGHAND_ALLOW_PORTS: '81,90-99',
  });
  assert.deepEqual(env.allowPrivateNetworks, ['10.0.0.0/8', 'fd00::/8']);
  assert.deepEqual(env.allowPorts, ['81', '90-99']);
});

test('Stripe needs both its secrets; without them payments are tests unless turned off', () => {
  assert.deepEqual(parseEnv({}).payments, { kind: 'test' });
  assert.deepEqual(parseEnv({ LONGHAND_TEST_PAYMENTS: 'off' }).payments, { kind: 'none' });
  const both = { LONGHAND_STRIPE_SECRET_KEY: 'sk_1', LONGHAND_STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  assert.equal(parseEnv(both).payments.kind, 'stripe');
});

const faulty: Record<string, string[]> = {
  PORT: ['x', '-1', '65536', '1.5'],
  BASE_URL: ['longhand.example', 'ftp://a.example'],
  DATABASE_URL: ['mysql://a/b'],
  LONGHAND_WORKERS: ['0', 'two'],
  LONGHAND_WORKER_TASKS: ['transcribe,fly'],
  LONGHAND_PRICE_CENTS_PER_MINUTE: ['-1', '0.5'],
  LONGHAND_PRICE_CENTS_PER_MINUTE_WITHOUT_RECOGNITION: ['-1', '0.5'],
  LONGHAND_MAX_UPLOAD_BYTES: ['0', '2GB'],
  LONGHAND_MAX_OPEN_UPLOADS: ['0', 'many'],
  LONGHAND_MAX_OPEN_UPLOAD_BYTES: ['0', '2GB'],
  LONGHAND_ALLOW_PRIVATE_NETWORKS: ['10.0.0.1', '10.0.0.0/99', 'everything'],
  LONGHAND_ALLOW_PORTS: ['90-80', '70000', 'http'],
  LONGHAND_STRIPE_API_BASE: ['api.stripe.com'],
  LONGHAND_TEST_PAYMENTS: ['yes'],
  LONGHAND_SIGN_UP: ['yes'],
  LONGHAND_TRUSTED_PROXIES: ['-1', '10.0.0.1'],
  LONGHAND_SMTP_URL: ['mail.example:587', 'https://mail.example'],
  LONGHAND_MAIL_FROM: ['Longhand', 'a@b.example\nBcc: c@d.example'],
  LONGHAND_OIDC_ISSUER: ['login.example'],
  LONGHAND_METRICS_PORT: ['0', '65536', 'on'],
  LONGHAND_LOG_LEVEL: ['loud'],
};

for (const [name, values] of Object.entries(faulty)) {
  test(`a faulty ${name} is refused by name`, () => {
    for (const value of values) {
      assert.throws(
        () => parseEnv({ [name]: value }),
        (error) => error instanceof SettingsError && error.message.startsWith(`${name}: `),
        value,
      );
    }
  });
}

test('one of Stripe’s secrets alone is refused by the name of the other', () => {
  assert.throws(
    () => parseEnv({ LONGHAND_STRIPE_SECRET_KEY: 'sk_1' }),
    /^[^:]*: LONGHAND_STRIPE_WEBHOOK_SECRET: /,
  );
  assert.throws(
    () => parseEnv({ LONGHAND_STRIPE_WEBHOOK_SECRET: 'whsec_1' }),
    /^[^:]*: LONGHAND_STRIPE_SECRET_KEY: /,
  );
});

test('settings that need each other are asked for by name', () => {
  assert.throws(
    () => parseEnv({ LONGHAND_ROLE: 'web' }),
    /DATABASE_URL: is required when LONGHAND_ROLE is web or worker: both use the same database$/,
  );
  assert.throws(
    () => parseEnv({ LONGHAND_SMTP_URL: 'smtp://mail.example' }),
    /LONGHAND_MAIL_FROM: is required with LONGHAND_SMTP_URL$/,
  );
  assert.throws(
    () => parseEnv({ LONGHAND_OIDC_ISSUER: 'https://login.example', LONGHAND_OIDC_CLIENT_ID: 'a' }),
    /LONGHAND_OIDC_CLIENT_SECRET: is required with LONGHAND_OIDC_ISSUER and LONGHAND_OIDC_CLIENT_ID$/,
  );
});

test('a provider without a name is called by its host', () => {
  const env = parseEnv({
    LONGHAND_OIDC_ISSUER: 'https://login.example/realm/',
    LONGHAND_OIDC_CLIENT_ID: 'longhand',
    LONGHAND_OIDC_CLIENT_SECRET: 'secret',
  });
  assert.deepEqual(env.oidc, {
    issuer: 'https://login.example/realm',
    clientId: 'longhand',
    clientSecret: 'secret',
    name: 'login.example',
  });
});

test('all faulty variables are named at once', () => {
  assert.throws(() => parseEnv({ PORT: 'x', LONGHAND_WORKERS: '0' }), /PORT: .*\n.*LONGHAND_WORKERS: /s);
});

test('media are in the data folder unless an address names a bucket', () => {
  assert.equal(parseEnv({}).bucket, undefined);
  const readBucket = (variables: Record<string, string>) => parseEnv(variables).bucket;
  const plain = { bucket: 'recordings', prefix: '', pathStyle: false };
  assert.deepEqual(readBucket({ LONGHAND_STORAGE: 's3://recordings' }), plain);
  assert.deepEqual(readBucket({ LONGHAND_STORAGE: 's3://recordings/' }), plain);
  assert.deepEqual(
    readBucket({ LONGHAND_STORAGE: 's3://recordings/a/b', AWS_ENDPOINT_URL: 'http://127.0.0.1:9000' }),
    { bucket: 'recordings', prefix: 'a/b/', pathStyle: true },
  );
  for (const wrong of ['recordings', 'https://recordings', 's3://', 's3://UPPER', 's3://bucket//x']) {
    assert.throws(() => parseEnv({ LONGHAND_STORAGE: wrong }), /LONGHAND_STORAGE: must be/);
  }
});

test('who needs no key for the API of the Whisper ASR webservice is an account and its networks', () => {
  const read = (text: string) => parseEnv({ LONGHAND_ASR_KEYLESS: text }).asrKeyless;
  assert.equal(parseEnv({}).asrKeyless, undefined);
  assert.deepEqual(read('a@longhand.example 192.168.0.0/16,  fd00::/8'), {
    ...{ email: 'a@longhand.example', networks: ['192.168.0.0/16', 'fd00::/8'] },
  });
  for (const text of [
    ...['a@longhand.example', '192.168.0.0/16', '192.168.0.0/16 a@longhand.example', ' ', 'a 10.0.0.0/8'],
    ...['a@longhand.example 192.168.0.1', 'a@longhand.example 10.0.0.0/33', 'a@x.example b@x.example ::/0'],
  ]) {
    assert.throws(
      () => read(text),
      /LONGHAND_ASR_KEYLESS: must be the email address .* 192\.168\.0\.0\/16/,
      text,
    );
  }
});
