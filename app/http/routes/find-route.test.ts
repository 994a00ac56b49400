import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { listFiles } from '#bin/list-files.mjs';
import { apiRoutes } from '#app/http/routes/api-routes';
import { findRoute } from '#app/http/routes/find-route';

const folders = ['v1', 'api/v1', 'asr', 'detect-language', 'health', 'mcp', 'speechtotext']
  .map((folder) => `app/${folder}`)
  .flatMap(listFiles)
  .filter((file) => path.basename(file) === 'route.ts')
  .map((file) => path.relative('app', path.dirname(file)));

const loaded = async (url: string, method = 'GET') => findRoute({ method, url })?.load();

test('the routes that the server calls itself are those of the folders', () => {
  assert.deepEqual(Object.keys(apiRoutes).toSorted(), folders.toSorted());
});

test('the path of each route leads to what its file exports, with its parameters, for each verb', async () => {
  for (const folder of folders) {
    const url = `/${folder.replace('/[[...path]]', '').replace(/\[\w+\]/, 'Abc-_9')}?limit=1&x=%2F..`;
    const name = /\[(\w+)\]/.exec(folder)?.[1];
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const found = findRoute({ method, url });
      assert.deepEqual(found?.params, name === undefined ? {} : { [name]: 'Abc-_9' }, url);
      assert.equal(found?.verb, method);
      assert.equal(await found?.load(), await apiRoutes[folder]?.(), url);
    }
  }
});

test('a slash at the end leads where the path without it does', () => {
  for (const folder of folders) {
    const path = `/${folder.replace('/[[...path]]', '').replace(/\[\w+\]/, 'Abc-_9')}`;
    for (const query of ['', '?output=srt', '?x=/']) {
      assert.deepEqual(
        findRoute({ method: 'POST', url: `${path}/${query}` }),
        findRoute({ method: 'POST', url: `${path}${query}` }),
        `${path}/${query}`,
      );
    }
  }
});

test('a plain path that is no route leads to what says so, in the words of its revision', async () => {
  for (const url of ['/v1', '/v1/no', '/v1/jobs/a/no', '/v1/jobs/a/share/no', '/v1/account/a/b/c?d']) {
    assert.equal(await loaded(url), await apiRoutes['v1/[[...path]]']?.(), url);
    assert.equal(await loaded(`/api${url}`, 'POST'), await apiRoutes['api/v1/[[...path]]']?.(), url);
  }
  assert.equal(await loaded('/api/v1/errors'), await apiRoutes['api/v1/[[...path]]']?.());
});

test('what has to be interpreted, and what is no API, is left to Next', () => {
  for (const url of [
    ...[
      '/',
      '/jobs',
      '/v1x',
      '/v12/jobs',
      '/api',
      '/api/auth/csrf',
      '/api/stripe',
      '/V1/jobs',
      '/constructor',
    ],
    ...['/v1//', '/v1//jobs', '/v1/jobs//', '//v1/jobs', '/asr//', '//asr/', '/v1\\jobs', '/v1/jobs#a'],
    ...['/v1/jobs/%61/', '/v1/jobs/a.b/', '/asrx/', '/V1/jobs/'],
    ...['/v1/jobs/%61', '/v1/%6aobs', '/v1/../v1/jobs', '/v1/jobs/.', '/v1/jobs/..', '/v1/jobs/a.b'],
    ...['/v1/jobs/a.rsc', '/v1/jobs/a b', '/v1/jobs/ä', '/v1/[[...path]]', '/v1/jobs/[id]', '/v1/jobs/a;b'],
  ]) {
    assert.equal(findRoute({ method: 'GET', url }), undefined, url);
  }
  for (const method of ['HEAD', 'OPTIONS', 'get', 'TRACE', 'constructor', '']) {
    assert.equal(findRoute({ method, url: '/v1/jobs' }), undefined, method);
  }
});
