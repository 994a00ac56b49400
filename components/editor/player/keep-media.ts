import { playerTexts as texts } from '#components/texts/player';
import type { OwnedPlayer } from './create-player';

/** What the server says of the recording. */
type Answer =
  | { state: 'ready'; kind: 'audio' | 'video'; url: string; type: string; expiresAt: string | number }
  | { state: 'preparing'; percent?: number }
  | { state: 'missing'; reason: string };

/** A signed address is renewed this long before it ends. */
const renewBeforeMs = 60_000;
/** The longest time that `setTimeout` can wait. */
const longestMs = 2 ** 31 - 1;
/** So many failures within this time, and the recording is given up. */
const patience = { failures: 4, ms: 60_000 };

/**
 * Keeps the player supplied with an address that works: asks for it, waits while the recording is being prepared,
 * renews it before it ends and when it fails. Returns what ends that.
 */
export function keepMedia(address: string, media: HTMLMediaElement, player: OwnedPlayer): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  let failedAt: number[] = [];
  let endsAt = 0;

  const later = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(ask, Math.min(Math.max(ms, 0), longestMs));
  };
  const giveUp = (reason: string): void => {
    player.pause();
    player.setState({ kind: 'missing', reason });
  };
  /** `serverNow` is the time by the server's clock: this computer's may be wrong by hours. */
  const take = (answer: Answer, serverNow: number): void => {
    if (answer.state === 'ready') {
      // Each answer has another address: one that still works is kept, as loading interrupts what plays.
      if (endsAt - Date.now() < renewBeforeMs * 2) {
        player.load(answer.url);
        endsAt = Date.now() + new Date(answer.expiresAt).getTime() - serverNow;
      }
      player.setState({ kind: 'ready', video: answer.kind === 'video' });
      const leftMs = endsAt - Date.now();
      later(Math.max(leftMs - renewBeforeMs, leftMs / 2, 1000));
    } else if (answer.state === 'preparing') {
      player.setState({
        kind: 'preparing',
        ...(answer.percent === undefined ? {} : { percent: answer.percent }),
      });
      later(Math.min(2000 + asked * 500, 15_000));
    } else {
      giveUp(answer.reason);
    }
  };
  function ask(): void {
    clearTimeout(timer);
    asked += 1;
    fetch(`${address}/media`, { signal, headers: { accept: 'application/json' }, cache: 'no-store' })
      .then(hear)
      .catch(() => {
        if (!signal.aborted) later(5000);
      });
  }
  const hear = async (response: Response): Promise<void> => {
    const serverNow = Date.parse(response.headers.get('date') ?? '') || Date.now();
    if (response.ok) take((await response.json()) as Answer, serverNow);
    else if (response.status >= 500 || response.status === 429) later(5000);
    else if (endsAt === 0) giveUp(texts.notGiven);
  };
  const failed = (): void => {
    // The next answer is loaded, however long this address would have held.
    endsAt = 0;
    failedAt = [...failedAt.filter((at) => at > Date.now() - patience.ms), Date.now()];
    if (failedAt.length < patience.failures) later(failedAt.length * 300);
    else giveUp(texts.unplayable);
  };

  media.addEventListener('error', failed, { signal });
  globalThis.addEventListener('online', ask, { signal });
  player.setCheck(() => {
    asked = 0;
    failedAt = [];
    ask();
  });
  ask();
  return () => {
    clearTimeout(timer);
    leaving.abort();
  };
}
