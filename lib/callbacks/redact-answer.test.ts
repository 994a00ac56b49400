import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactAnswer } from '#lib/callbacks/redact-answer';

/** Made of parts, so that no scanner takes them for real ones. */
const join = (...parts: string[]) => parts.join('');
const key = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
const jwt = join('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0', '.SflKxwRJSMeKKF2QT4fw');

/** Each secret with answers that show it. */
const shown: Array<[secret: string, answers: string[]]> = [
  [
    'hunter2',
    [
      '{"password":"hunter2"}',
      '{ "db_password" : "hunter2", "x": 1 }',
      "{'password': 'hunter2'}",
      'DB_PASSWORD=hunter2\nHOME=/root',
      'password: hunter2',
      '[password] => hunter2',
      "'password' => 'hunter2',",
      '["password"]=> string(7) "hunter2"',
      '<password>hunter2</password>',
      '<ns:userPassword type="x">hunter2</ns:userPassword>',
      '{"error":"{\\"password\\":\\"hunter2\\"}"}',
      '{"password":"hunter2',
      'postgres://app:hunter2@db.example/app',
      'redis://:hunter2@cache.example',
      'Server=db;User Id=sa;Pwd=hunter2;',
      '{"passwords":["a","hunter2"]}',
      '{"credentials":{"user":"ann","pass":"hunter2"}}',
      '{"pass":"hunter2"}',
      '?user=ann&passwd=hunter2',
      '&quot;password&quot;: &quot;hunter2&quot;',
      'array(&#39;password&#39; =&gt; &#39;hunter2&#39;)',
      '%7B%22password%22%3A%22hunter2%22%7D',
      '<tr><td class="e">DB_PASSWORD</td><td class="v">hunter2</td></tr>',
      'APP_KEY=base64:hunter2',
      'Your API key: hunter2',
    ],
  ],
  [
    'q1w2-e3r4-t5y6',
    [
      'Authorization: Bearer q1w2-e3r4-t5y6',
      'authorization: q1w2-e3r4-t5y6',
      '{"Authorization": "Bearer q1w2-e3r4-t5y6"}',
      'the header was bearer q1w2-e3r4-t5y6.',
      'X-Api-Key: q1w2-e3r4-t5y6',
      '{"headers":{"x-auth-token":"q1w2-e3r4-t5y6"}}',
      'Set-Cookie: sid=q1w2-e3r4-t5y6; HttpOnly',
      '{"cookies": {"sid": "q1w2-e3r4-t5y6"}}',
      'PHPSESSID=q1w2-e3r4-t5y6',
      '{"session_id":"q1w2-e3r4-t5y6"}',
      '{"accessToken":"q1w2-e3r4-t5y6","token_type":"bearer"}',
      '{"client_secret":"q1w2-e3r4-t5y6"}',
      'AWS_SECRET_ACCESS_KEY=q1w2-e3r4-t5y6',
      'aws_secret_access_key = q1w2-e3r4-t5y6',
      'Authorization: Digest username="ann", response="q1w2-e3r4-t5y6"',
      '<input type="hidden" name="csrf_token" value="q1w2-e3r4-t5y6">',
      '[{"name":"token","value":"q1w2-e3r4-t5y6"}]',
      'https://app.example/reset?token=q1w2-e3r4-t5y6',
      'next=%2Freset%3Ftoken%3Dq1w2-e3r4-t5y6',
      '{"key": "q1w2-e3r4-t5y6-u7i8"}',
      'https://q1w2-e3r4-t5y6-u7i8@git.example/a.git',
    ],
  ],
  [
    key,
    [
      `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`,
      `-----BEGIN RSA PRIVATE KEY-----\n${key}`,
      JSON.stringify({
        pem: `-----BEGIN OPENSSH PRIVATE KEY-----\n${key}\n-----END OPENSSH PRIVATE KEY-----`,
      }),
      `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${key}`,
    ],
  ],
  [jwt, [jwt, `user ${jwt} is unknown`, JSON.stringify({ id: jwt })]],
  ...[
    join('AKIA', 'IOSFODNN7EXAMPLE'),
    join('gh', 'p_', 'a1B2c3D4e5'.repeat(4)),
    join('github_pat_', '11ABCDEFG0_abcdefghij'),
    join('glpat-', 'a1B2c3D4e5f6g7h8i9j0'),
    join('xox', 'b-123456789012-abcdefABCDEF'),
    join('sk-', 'ant-api03-abcdefgh12345678'),
    join('sk-', 'proj-abcdefgh12345678'),
    join('sk_', 'live_51abcDEFghi'),
    join('AI', 'zaSyA1b2C3d4E5f6G7h8'),
    join('ya29.', 'a0AfH6SMBx-abcdef'),
    join('npm_', 'a1B2c3D4e5f6g7h8'),
    join('SG.', 'abcdefgh.ijklmnop12345'),
    join('hf_', 'abcdefghijklmnop'),
    join('shpat_', 'a1b2c3d4e5f6a7b8'),
    join('dckr_pat_', 'a1b2c3d4e5f6a7b8'),
    join('hvs.', 'CAESIabcdefgh1234'),
    join('SK', '0123456789abcdef0123456789abcdef'),
    join('123456789:', 'AAabcdefghijklmnopqrstuvwxyz'),
    join('hooks.slack.com/services/', 'T000/B000/XXXXXXXX'),
    join('$2b$', '10$N9qo8uLOickgx2ZMRZoMye'),
    join('$argon2id$', 'v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA'),
  ].map((secret): [string, string[]] => [
    secret,
    [secret, `the key ${secret} was refused`, `{"id":"${secret}"}`],
  ]),
];

test('what looks like credentials is taken out of an answer, by where it stands and by its kind', () => {
  for (const [secret, answers] of shown) {
    for (const answer of answers) {
      const clean = redactAnswer(answer);
      assert.ok(!clean.includes(secret), `${answer} became ${clean}`);
      assert.match(clean, /\[redacted\]/);
      assert.equal(redactAnswer(clean), clean, 'once is enough');
    }
  }
});

test('JSON stays JSON', () => {
  const given = '{"ok":false,"token":"a\\"b","list":{"api_key":"c","tries":[1,2]}}';
  assert.deepEqual(JSON.parse(redactAnswer(given)), {
    ok: false,
    token: '[redacted]',
    list: { api_key: '[redacted]', tries: [1, 2] },
  });
});

test('what says why a callback was refused stays', () => {
  for (const answer of [
    'thank you',
    '{"error":"no"}',
    '{"received":true,"id":"evt_123","author":"Ann","keys":["id"]}',
    'Missing signature header',
    'Invalid token',
    '{"error":"invalid_token","token":null,"tokens":5,"authenticated":false}',
    'basic authentication is required',
    '<html><head><title>502 Bad Gateway</title></head><body><center>nginx/1.25.3</center></body></html>',
    'TypeError: Cannot read properties of undefined\n    at handle (/srv/app/index.js:12:7)',
    '{"job":{"id":"V1StGXR8_Z5jdHi6B-myT","status":"transcribed","created_on":"2026-11-20T23:23:22.290Z"}}',
    'Job 550e8400-e29b-41d4-a716-446655440000 is stored; sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ]) {
    assert.equal(redactAnswer(answer), answer);
  }
});

test('a kilobyte that almost holds secrets takes no time', () => {
  for (const piece of ['token', 'a-', '"', '=', '{[', '\\"', '-----BEGIN ', '<token ', "'a", '%3D'])
    assert.equal(typeof redactAnswer(piece.repeat(1024 / piece.length)), 'string');
});
