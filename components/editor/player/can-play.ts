/** Whether the browser can play what is at this address. Whoever plays something else meanwhile hears nothing of it. */
export function canPlay(url: string, signal: AbortSignal): Promise<boolean> {
  const probe = document.createElement('video');
  probe.preload = 'metadata';
  probe.muted = true;
  return new Promise((resolve) => {
    const end = (isPlayable: boolean): void => {
      probe.removeAttribute('src');
      probe.load();
      resolve(isPlayable);
    };
    // What is loaded later, because the first try failed, is no concern of this one.
    const once = { once: true, signal } as const;
    probe.addEventListener('loadedmetadata', () => end(probe.videoWidth > 0), once);
    probe.addEventListener('error', () => end(false), once);
    signal.addEventListener('abort', () => end(false), { once: true });
    probe.src = url;
  });
}
