import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseDockerfile } from './parse-dockerfile';

const stages = parseDockerfile(readFileSync('deploy/Dockerfile', 'utf8'));

test('it reads every instruction of our Dockerfile, stage by stage', () => {
  const keywords = stages.map(({ instructions }) =>
    instructions.map(({ instruction }) => instruction.keyword).join(' '),
  );
  assert.deepEqual(keywords, [
    'WORKDIR ENV COPY RUN COPY RUN',
    'RUN RUN WORKDIR COPY ENV USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD',
  ]);
  assert.deepEqual(
    stages.map(({ name }) => name),
    ['build', undefined],
  );
});

test('it reads what they ask for', () => {
  const [build, image] = stages.map(({ instructions }) => instructions.map(({ instruction }) => instruction));
  assert.deepEqual(build?.[2], {
    keyword: 'COPY',
    from: undefined,
    sources: ['package.json', 'package-lock.json'],
    target: './',
  });
  assert.deepEqual(build?.[5], {
    keyword: 'RUN',
    command: ['/bin/sh', '-c', 'node bin/cli.mjs build && rm -rf .next/cache .longhand'],
  });
  assert.deepEqual(image?.[3], {
    keyword: 'COPY',
    from: 'build',
    sources: ['/srv/longhand'],
    target: './',
  });
  assert.deepEqual(image?.[4], {
    keyword: 'ENV',
    variables: {
      NODE_ENV: 'production',
      LONGHAND_OPERATOR_COMMAND: 'node bin/cli.mjs',
      HOST: '0.0.0.0',
      PORT: '3000',
      LONGHAND_DATA_DIR: '/data',
      LONGHAND_MODELS_DIR: '/models',
    },
  });
  assert.deepEqual(image?.[10], { keyword: 'ENTRYPOINT', command: ['tini', '--', 'node', 'bin/cli.mjs'] });
});

test('it refuses what it does not know', () => {
  for (const line of [
    'ADD . .',
    'ONBUILD RUN true',
    'RUN --mount=type=cache,target=/root true',
    'COPY --chown=1:1 a b',
    'COPY $FILES ./',
    'ENV NAME value',
    'ENV NAME=$OTHER',
    'USER $NAME',
    'HEALTHCHECK NONE',
  ]) {
    assert.throws(() => parseDockerfile(`FROM node\n${line}\n`), { message: `not known here: ${line}` });
  }
  assert.throws(() => parseDockerfile('ARG VERSION\nFROM node\n'), { message: 'before FROM: ARG VERSION' });
});
