import assert from 'node:assert/strict';

/** A fault's location and type. */
type FaultView = [loc: string, type: string];

/** Reads an answer, which must be an error in FastAPI's shape; returns its status, and its message or its faults. */
export async function readError(response: Response): Promise<[number, string | FaultView[]]> {
  const text = await response.text();
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/, text);
  assert.ok(response.headers.get('x-request-id'));
  const body = JSON.parse(text) as { detail: unknown };
  assert.deepEqual(Object.keys(body), ['detail']);
  if (!Array.isArray(body.detail)) {
    assert.ok(typeof body.detail === 'string' && body.detail !== '');
    return [response.status, body.detail];
  }
  const faults = body.detail.map((fault: { type: string; loc: string[]; msg: string }): FaultView => {
    assert.deepEqual(Object.keys(fault), ['type', 'loc', 'msg']);
    assert.ok(fault.msg.length > 0);
    return [fault.loc.join('.'), fault.type];
  });
  assert.ok(faults.length > 0);
  return [response.status, faults];
}
