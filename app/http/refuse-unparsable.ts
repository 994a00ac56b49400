import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '#lib/ids/new-id';
import { logRequest } from '#lib/settings/log';

/** The statuses by which Node answers what its parser refuses; everything else is 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers what Node could not read as a request, or not in time, as Node itself does, and logs it like a request. What breaks off in the
 * middle of a request has the line of that one.
 */
export function refuseUnparsable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { code = '' } = error;
  const { _httpMessage: underWay } = socket as { _httpMessage?: ServerResponse | null };
  if (socket.writable && underWay?.headersSent !== true) {
    const status = statuses[code] ?? 400;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    const isRequest = code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isRequest && !underWay) logRequest({ requestId: newId(), status, milliseconds: 0, problem: code });
  }
  // Flush pending output before the connection is destroyed.
  socket.end(() => socket.destroy());
}
