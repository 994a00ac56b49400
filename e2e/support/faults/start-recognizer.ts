import { hold, recognizeAs, startOpenAiServer } from '#e2e/support/openai-server';

/** The recognizer of a service that a scenario harms. */
export interface Recognizer {
  /** Settings for the service. */
  settings: Record<string, string>;
  /**
   * Lets only this many pieces of long recordings be recognized, so that a job stays half done until the returned
   * function is called. Does nothing where pieces take their time anyway.
   */
  holdBack(pieces: number): () => void;
  stop(): Promise<void>;
}

/** Below this length a recording is not held back, so that the short one passes. */
const minSeconds = 1;

/**
 * Returns the recognizer of a machine without models or, for the short form of a scenario, a server that takes no time
 * to compute.
 */
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
