import { hold, recognizeAs, startOpenAiServer } from '#e2e/support/openai-server';

/** What recognizes for a service that harm is done to. */
export interface Recognizer {
  /** The settings of the service. */
  settings: Record<string, string>;
  /**
   * Has only so many pieces of long recordings recognized, so that a job stays in its middle until what is returned is called.
   * Does nothing where pieces take their time.
   */
  holdBack(pieces: number): () => void;
  stop(): Promise<void>;
}

/** The short recording is not held back. */
const minSeconds = 1;

/** What a machine without models recognizes with, or, for the short form of a scenario, a server that takes no time to compute. */
export async function startRecognizer({ short }: { short: boolean }): Promise<Recognizer> {
  if (!short) return { settings: {}, holdBack: () => () => {}, stop: async () => {} };
  const server = await startOpenAiServer();
  const answer = recognizeAs();
  return {
    settings: { LONGHAND_OPENAI_URLS: server.url },
    holdBack(pieces) {
      const { behavior, release } = hold(answer);
      let answered = 0;
      server.always((upload, response) => {
        if (upload.seconds < minSeconds) return answer(upload, response);
        answered += 1;
        return answered > pieces ? behavior(upload, response) : answer(upload, response);
      });
      return () => {
        server.always(answer);
        release();
      };
    },
    stop: () => server.stop(),
  };
}
