import { availableParallelism } from 'node:os';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { asrKeyless, type AsrKeyless } from '#lib/settings/asr-keyless';
import { databaseUrl } from '#lib/settings/database-url';
import { listSecrets } from '#lib/settings/list-secrets';
import { readOpenAi, type OpenAiSettings } from '#lib/settings/openai-servers';

/* The settings, and the only reader of process.env: an invalid value aborts the start with a message that names it. */

const list = (fits: (item: string) => boolean, what: string) =>
  z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .refine((items) => items.every(fits), `must be a comma-separated list of ${what}`);

const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text);

const networks = list(isNetwork, 'networks such as 10.0.0.0/8');

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const isPortRange = (text: string): boolean => {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  return first !== undefined && Number(first) <= Number(last) && Number(last) <= 65_535;
};

/** A worker's tasks: recognition, renditions, or everything short (callbacks, emails, the sandbox, the sweep). */
const workerTasks = ['transcribe', 'render', 'deliver'] as const;
export type WorkerTask = (typeof workerTasks)[number];

const isWorkerTask = (text: string): text is WorkerTask => workerTasks.some((task) => task === text);

/** By OpenTelemetry's rules, any other value is false. */
const isTrue = (text: string): boolean => text.toLowerCase() === 'true';

const otlpProtocol = z.literal('http/protobuf', {
  error: 'must be http/protobuf, the only protocol that is built in',
});

const otlpEndpoint = z
  .url({ protocol: /^https?$/, error: 'must be an address such as http://collector.example:4318' })
  .optional();

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const mailAddress = /^(?:[^<>"\r\n]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/;

/** A bucket name by S3's rules, and a prefix of safe characters. */
const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/;

/** Settings that require each other. */
const groups = [
  ['LONGHAND_SMTP_URL', 'LONGHAND_MAIL_FROM'],
  ['LONGHAND_STRIPE_SECRET_KEY', 'LONGHAND_STRIPE_WEBHOOK_SECRET'],
  ['LONGHAND_OIDC_ISSUER', 'LONGHAND_OIDC_CLIENT_ID', 'LONGHAND_OIDC_CLIENT_SECRET'],
] as const;

const variables = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address such as https://longhand.example' })
    .optional(),
  LONGHAND_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DATABASE_URL: databaseUrl.optional(),
  LONGHAND_DATA_DIR: z.string().min(1).default('.longhand'),
  LONGHAND_STORAGE: z
    .string()
    .regex(
      bucketAddress,
      'must be an address such as s3://bucket or s3://bucket/prefix; leave it out to keep media in LONGHAND_DATA_DIR',
    )
    .optional(),
  AWS_ENDPOINT_URL: z.string().optional(),
  AWS_ENDPOINT_URL_S3: z.string().optional(),
  LONGHAND_SECRET: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits, such as the output of openssl rand -hex 32')
    .optional(),
  LONGHAND_UPGRADE_WITHOUT_DUMP: z.enum(['0', '1']).default('0'),
  LONGHAND_OPERATOR_COMMAND: z.string().optional(),
  LONGHAND_WORKER_TASKS: list(isWorkerTask, `these: ${workerTasks.join(', ')}`),
  LONGHAND_WORKERS: whole(1, 64).default(1),
  LONGHAND_RECOGNIZERS: whole(1, 256).default(availableParallelism()),
  LONGHAND_RECOGNIZER_THREADS: whole(1, 256).optional(),
  LONGHAND_RECOGNIZER_IDLE_MINUTES: whole(1, 1440).default(10),
  LONGHAND_ENGINE: z.string().min(1).optional(),
  LONGHAND_MODEL: z.string().min(1).optional(),
  LONGHAND_MODELS_DIR: z.string().min(1).optional(),
  LONGHAND_MODELS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .default('https://github.com/k2-fsa/sherpa-onnx/releases/download'),
  LONGHAND_OPENAI_URLS: list(isHttpUrl, 'addresses such as http://gpu-1:8000/v1'),
  LONGHAND_OPENAI_KEY: z.string().optional(),
  LONGHAND_OPENAI_MODEL: z.string().min(1).default('whisper-1'),
  LONGHAND_OPENAI_IN_FLIGHT: whole(1, 1024).default(4),
  LONGHAND_OPENAI_TRANSLATES: z.enum(['on', 'off']).default('off'),
  LONGHAND_PRICE_CENTS_PER_MINUTE: whole(0, 1_000_000).default(25),
  LONGHAND_PRICE_CENTS_PER_MINUTE_WITHOUT_RECOGNITION: whole(0, 1_000_000).optional(),
  LONGHAND_MAX_UPLOAD_BYTES: whole(1, Number.MAX_SAFE_INTEGER).default(2 * 1024 ** 3),
  LONGHAND_MAX_OPEN_UPLOADS: whole(1, 1_000_000).default(1000),
  LONGHAND_MAX_OPEN_UPLOAD_BYTES: whole(1, Number.MAX_SAFE_INTEGER).optional(),
  LONGHAND_MAX_MEDIA_SECONDS: whole(1, 604_800).default(12 * 3600),
  LONGHAND_ALLOW_PRIVATE_NETWORKS: networks,
  LONGHAND_ALLOW_PORTS: list(isPortRange, 'ports or ranges such as 8080,9000-9100'),
  LONGHAND_REQUESTS_PER_MINUTE: whole(0, 1_000_000).default(1200),
  LONGHAND_ASR_KEYLESS: asrKeyless,
  LONGHAND_STRIPE_SECRET_KEY: z.string().optional(),
  LONGHAND_STRIPE_WEBHOOK_SECRET: z.string().optional(),
  LONGHAND_STRIPE_API_BASE: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .default('https://api.stripe.com'),
  LONGHAND_TEST_PAYMENTS: z.enum(['on', 'off']).default('on'),
  LONGHAND_SIGN_UP: z.enum(['open', 'invite', 'closed']).default('closed'),
  LONGHAND_TRUSTED_PROXIES: z
    .union([whole(0, 10), networks], {
      error: 'must be a number of proxies up to 10, or networks such as 10.0.0.0/8',
    })
    .default(0),
  LONGHAND_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@mail.example:587' })
    .optional(),
  LONGHAND_MAIL_FROM: z
    .string()
    .regex(mailAddress, 'must be an email address such as Longhand <longhand@example.com>')
    .optional(),
  LONGHAND_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://login.example.com' })
    .optional(),
  LONGHAND_OIDC_CLIENT_ID: z.string().optional(),
  LONGHAND_OIDC_CLIENT_SECRET: z.string().optional(),
  LONGHAND_OIDC_NAME: z.string().max(40).optional(),
  LONGHAND_AUDIT_DAYS: whole(1, 3650).default(365),
  LONGHAND_METRICS_PORT: whole(1, 65_535).optional(),
  LONGHAND_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  LONGHAND_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  // OpenTelemetry's SDK reads the other variables of its specification.
  OTEL_SDK_DISABLED: z.string().default('false').transform(isTrue),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpEndpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol.optional(),
});

const schema = variables.superRefine((given, context) => {
  if (given.LONGHAND_ROLE !== 'all' && given.DATABASE_URL === undefined) {
    const message = 'is required when LONGHAND_ROLE is web or worker: both use the same database';
    context.addIssue({ code: 'custom', path: ['DATABASE_URL'], message });
  }
  for (const group of groups) {
    const missing = group.filter((name) => given[name] === undefined);
    if (missing.length === group.length) continue;
    for (const name of missing) {
      context.addIssue({ code: 'custom', path: [name], message: `is required with ${others(group, name)}` });
    }
  }
});

const others = (group: readonly string[], name: string): string =>
  group.filter((other) => other !== name).join(' and ');

/** The proxies whose X-Forwarded headers are trusted: their number, or their networks. */
export type TrustedProxies = number | readonly string[];

/** Payment: through Stripe, on a test page that moves no money, or none. */
export type Payments =
  | { kind: 'stripe'; secretKey: string; webhookSecret: string; apiBase: string }
  | { kind: 'test' }
  | { kind: 'none' };

/** The parsed settings. Paths are absolute; `baseUrl` has no trailing slash. */
export interface Env {
  port: number;
  host: string;
  baseUrl: string;
  /** The part of the service that this machine runs. */
  role: 'all' | 'web' | 'worker';
  databaseUrl: string | undefined;
  dataDir: string;
  /** The bucket for media and uploads; undefined to use the data folder. */
  bucket: BucketSettings | undefined;
  /** The secret shared by all machines of an installation; undefined if it is in a file of the data folder. */
  secret: string | undefined;
  /** True if migrations run without a prior dump of the database. */
  upgradeWithoutDump: boolean;
  /** The prefix of operator’s commands on this machine, if not `npm run`: `longhand` for `longhand restore …`. */
  operatorCommand: string | undefined;
  workerTasks: readonly WorkerTask[];
  workers: number;
  /** Maximum of recognizer processes per machine, across all workers. */
  recognizers: number;
  /** Threads per recognizer process; undefined to derive them from the machine. */
  recognizerThreads: number | undefined;
  /** Idle minutes after which a model is unloaded. */
  recognizerIdleMinutes: number;
  /** The default engine's id; undefined for the best one available. */
  engine: string | undefined;
  /** The model to use instead of the one chosen by `npm run models -- use`; `pocketsphinx` for none. */
  model: string | undefined;
  modelsDir: string;
  /** The download URL of models before `/asr-models/…`, without a trailing slash. */
  modelsUrl: string;
  /** Servers with OpenAI's transcription API; undefined if not configured. */
  openai: OpenAiSettings | undefined;
  priceCentsPerMinute: number;
  /** For jobs without recognition; defaults to two fifths of `priceCentsPerMinute`. */
  priceCentsPerMinuteWithoutRecognition: number | undefined;
  maxUploadBytes: number;
  /** Limits of an account's pending uploads on the site: their number, and their total size. */
  maxOpenUploads: number;
  maxOpenUploadBytes: number;
  maxMediaSeconds: number;
  allowPrivateNetworks: string[];
  allowPorts: string[];
  /** Limit per API key; 0 for none. */
  requestsPerMinute: number;
  /** Keyless access to the API of the Whisper ASR webservice; undefined to disable it. */
  asrKeyless: AsrKeyless | undefined;
  payments: Payments;
  /** Sign-up: open to anyone, by invitation, or only by the operator. */
  signUp: 'open' | 'invite' | 'closed';
  /** The number or networks of the proxies in front of the server, each of which appends to X-Forwarded-For. */
  trustedProxies: TrustedProxies;
  /** Undefined if no emails are sent. */
  mail: MailSettings | undefined;
  /** The OpenID Connect provider that people may sign in with. */
  oidc: OidcSettings | undefined;
  /** Days after which entries of the audit log are deleted. */
  auditDays: number;
  /** The address for Prometheus; undefined to disable it. */
  metrics: { host: string; port: number } | undefined;
  /** The exporter of spans, from OpenTelemetry's variables; undefined to record none. */
  tracing: { endpoint: string } | undefined;
  /** Values of settings that must not appear in the log. */
  secrets: readonly string[];
  logLevel: string;
}

/** An S3 bucket. `prefix` is empty or ends with a slash; `pathStyle` puts the bucket's name in the path. */
export interface BucketSettings {
  bucket: string;
  prefix: string;
  pathStyle: boolean;
}

/** The mail server, as smtp:// or smtps:// URL, and the sender's address. */
export interface MailSettings {
  smtpUrl: string;
  from: string;
}

/** An OpenID Connect provider; `name` is the label of its button. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
}

/** Invalid settings: the message has one line per faulty variable. */
export class SettingsError extends Error {}

/** Parses the given variables. Throws a `SettingsError` that names every faulty one. */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  // Empty variables (`PORT=`) count as unset.
  const given = Object.fromEntries(
    Object.entries(variables)
      .filter(([, value]) => value !== '')
      // Accepts the spelling of earlier versions.
      .map(([name, value]) => [name.replace('_RECOGNISER', '_RECOGNIZER'), value]),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new SettingsError(lines.join('\n'));
  }
  const v = parsed.data;
  const displayHost = v.HOST === '0.0.0.0' || v.HOST === '::' ? 'localhost' : v.HOST;
  const bracketed = displayHost.includes(':') ? `[${displayHost}]` : displayHost;
  return {
    port: v.PORT,
    host: v.HOST,
    baseUrl: (v.BASE_URL ?? `http://${bracketed}:${v.PORT}`).replace(/\/+$/, ''),
    role: v.LONGHAND_ROLE,
    databaseUrl: v.DATABASE_URL,
    dataDir: path.resolve(v.LONGHAND_DATA_DIR),
    bucket: readBucket(v),
    secret: v.LONGHAND_SECRET,
    upgradeWithoutDump: v.LONGHAND_UPGRADE_WITHOUT_DUMP === '1',
    operatorCommand: v.LONGHAND_OPERATOR_COMMAND,
    workerTasks:
      v.LONGHAND_WORKER_TASKS.length === 0 ? workerTasks : v.LONGHAND_WORKER_TASKS.filter(isWorkerTask),
    workers: v.LONGHAND_WORKERS,
    recognizers: v.LONGHAND_RECOGNIZERS,
    recognizerThreads: v.LONGHAND_RECOGNIZER_THREADS,
    recognizerIdleMinutes: v.LONGHAND_RECOGNIZER_IDLE_MINUTES,
    engine: v.LONGHAND_ENGINE,
    model: v.LONGHAND_MODEL,
    modelsDir: path.resolve(
      /* turbopackIgnore: true */ v.LONGHAND_MODELS_DIR ?? path.join(v.LONGHAND_DATA_DIR, 'models'),
    ),
    modelsUrl: v.LONGHAND_MODELS_URL.replace(/\/+$/, ''),
    openai: readOpenAi(v),
    priceCentsPerMinute: v.LONGHAND_PRICE_CENTS_PER_MINUTE,
    priceCentsPerMinuteWithoutRecognition: v.LONGHAND_PRICE_CENTS_PER_MINUTE_WITHOUT_RECOGNITION,
    maxUploadBytes: v.LONGHAND_MAX_UPLOAD_BYTES,
    maxOpenUploads: v.LONGHAND_MAX_OPEN_UPLOADS,
    maxOpenUploadBytes: v.LONGHAND_MAX_OPEN_UPLOAD_BYTES ?? 100 * v.LONGHAND_MAX_UPLOAD_BYTES,
    maxMediaSeconds: v.LONGHAND_MAX_MEDIA_SECONDS,
    allowPrivateNetworks: v.LONGHAND_ALLOW_PRIVATE_NETWORKS,
    allowPorts: v.LONGHAND_ALLOW_PORTS,
    requestsPerMinute: v.LONGHAND_REQUESTS_PER_MINUTE,
    asrKeyless: v.LONGHAND_ASR_KEYLESS,
    payments: readPayments(v),
    signUp: v.LONGHAND_SIGN_UP,
    trustedProxies: v.LONGHAND_TRUSTED_PROXIES,
    mail: readMail(v),
    oidc: readOidc(v),
    auditDays: v.LONGHAND_AUDIT_DAYS,
    metrics: readMetrics(v),
    tracing: readTracing(v),
    secrets: listSecrets(given),
    logLevel: v.LONGHAND_LOG_LEVEL,
  };
}

type Variables = z.output<typeof variables>;

function readBucket(v: Variables): Env['bucket'] {
  const [, bucket, prefix = ''] = bucketAddress.exec(v.LONGHAND_STORAGE ?? '') ?? [];
  if (bucket === undefined) return undefined;
  const pathStyle = (v.AWS_ENDPOINT_URL_S3 ?? v.AWS_ENDPOINT_URL) !== undefined;
  return { bucket, prefix: prefix === '' ? '' : `${prefix.slice(1)}/`, pathStyle };
}

function readMetrics({
  LONGHAND_METRICS_PORT: port,
  LONGHAND_METRICS_HOST: host,
}: Variables): Env['metrics'] {
  return port === undefined ? undefined : { host, port };
}

function readTracing(v: Variables): Env['tracing'] {
  const endpoint = v.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? v.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || v.OTEL_SDK_DISABLED || v.OTEL_TRACES_EXPORTER === 'none') return undefined;
  return { endpoint };
}

function readMail({ LONGHAND_SMTP_URL: smtpUrl, LONGHAND_MAIL_FROM: from }: Variables): Env['mail'] {
  return smtpUrl === undefined || from === undefined ? undefined : { smtpUrl, from };
}

function readPayments(v: Variables): Payments {
  const { LONGHAND_STRIPE_SECRET_KEY: secretKey, LONGHAND_STRIPE_WEBHOOK_SECRET: webhookSecret } = v;
  if (secretKey === undefined || webhookSecret === undefined) {
    return { kind: v.LONGHAND_TEST_PAYMENTS === 'on' ? 'test' : 'none' };
  }
  return { kind: 'stripe', secretKey, webhookSecret, apiBase: v.LONGHAND_STRIPE_API_BASE };
}

function readOidc(v: Variables): Env['oidc'] {
  const issuer = v.LONGHAND_OIDC_ISSUER?.replace(/\/+$/, '');
  const { LONGHAND_OIDC_CLIENT_ID: clientId, LONGHAND_OIDC_CLIENT_SECRET: clientSecret } = v;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, name: v.LONGHAND_OIDC_NAME ?? new URL(issuer).hostname };
}

let read: Env | undefined;

/** Returns the settings of this process, read once. */
export function env(): Env {
  read ??= parseEnv(process.env);
  return read;
}
