import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** AuthenticationOk and ReadyForQuery (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

test('a connection that is lost while it is asked for the types of arrays ends no process', async (t) => {
  const asked: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(welcome);
      socket.once('data', (query: Buffer) => {
        asked.push(query.toString('latin1'));
        socket.destroy();
        if (asked.length === 3) server.close();
      });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  // In a process of its own: a test's process has a listener for what nobody handles.
  const program = `
    import { openSql } from '#lib/db/open-sql';
    const sql = openSql('postgres://x@127.0.0.1:${port}/x?sslmode=disable', { max: 1, backoff: () => 0.01 });
    await sql\`select 1\`.catch(({ code }) => console.log(code));
    await sql.end();`;
  const { stdout } = await run(process.execPath, [
    ...['--import', 'tsx', '--input-type=module', '--eval', program],
  ]);
  assert.equal(stdout, 'ECONNREFUSED\n');
  assert.equal(asked.filter((query) => query.includes('typarray')).length, 3);
});
