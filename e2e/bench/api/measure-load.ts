import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import autocannon, { type Request } from 'autocannon';

/** The clients that ask at the same time, each with the next request as soon as the last one is answered. */
const connections = 16;

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** What a server is asked for, and its process. */
export interface Load {
  url: string;
  pid: number;
  seconds: number;
  headers: Record<string, string>;
  method?: Request['method'];
  body?: string;
}

/** How a server did under load. */
export interface Measured {
  requests: number;
  seconds: number;
  /** Of an answer, in milliseconds. */
  p50: number;
  p99: number;
  /** Of its process, by the operating system. */
  cpuSeconds: number;
}

/** Asks a server as often as 16 clients can. Throws where an answer is another than 2xx. */
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

/** The processor time that a process with all its threads has used, user's and system's. */
function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields 14 and 15, counted from the name in brackets, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
