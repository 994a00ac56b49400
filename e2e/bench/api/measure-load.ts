import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import autocannon, { type Request } from 'autocannon';

/** Concurrent clients. Each sends its next request when the last one is answered. */
const connections = 16;

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** A server's process, and the request to send to it. */
export interface Load {
  url: string;
  pid: number;
  seconds: number;
  headers: Record<string, string>;
  method?: Request['method'];
  body?: string;
}

/** A server's performance under load. */
export interface Measured {
  requests: number;
  seconds: number;
  /** Response times, in milliseconds. */
  p50: number;
  p99: number;
  /** CPU time of the server's process, as reported by the operating system. */
  cpuSeconds: number;
}

/** Sends requests from 16 clients as fast as possible. Throws on a status other than 2xx. */
export async function measureLoad({
  url,
  pid,
  seconds,
  headers,
  method = 'GET',
  body,
}: Load): Promise<Measured> {
  const before = readCpuSeconds(pid);
  const { requests, duration, latency, non2xx, errors } = await autocannon({
    ...{ url, connections, duration: seconds, headers, method },
    ...(body !== undefined && { body }),
  });
  const cpuSeconds = readCpuSeconds(pid) - before;
  if (non2xx + errors > 0)
    throw new Error(`${url}: ${non2xx} answers were no 2xx, ${errors} requests failed`);
  return { requests: requests.total, seconds: duration, p50: latency.p50, p99: latency.p99, cpuSeconds };
}

/** A process's user and system CPU time, including all threads. */
function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields 14 and 15, counted from the name in brackets, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
