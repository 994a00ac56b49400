import http from 'node:http';

/** Opens an event stream of the Transcripts page per cookie; `close` ends them. */
export async function openStreams(baseUrl: string, cookies: string[]): Promise<{ close: () => void }> {
  const agent = new http.Agent({ maxSockets: Infinity });
  const requests = await Promise.all(
    cookies.map(
      (cookie) =>
        new Promise<http.ClientRequest>((resolve, reject) => {
          const request = http.get(`${baseUrl}/jobs/events`, { agent, headers: { cookie } }, (answer) => {
            answer.on('error', () => {});
            answer.resume();
            if (answer.statusCode === 200) resolve(request);
            else reject(new Error(`an event stream was answered ${answer.statusCode}`));
          });
          request.once('error', reject);
        }),
    ),
  );
  return {
    close: () => {
      for (const request of requests) request.on('error', () => {}).destroy();
      agent.destroy();
    },
  };
}
