import type { ChannelPiece } from '#lib/recognition/pieces/pack-pieces';
import type { Piece } from '#lib/recognition/pieces/piece';

/** Merges all channels' pieces by start, numbered from 0, as soon as each channel's next is known. Deterministic. */
export async function* planPieces(channels: readonly AsyncGenerator<ChannelPiece>[]): AsyncGenerator<Piece> {
  const take = (pieces: AsyncGenerator<ChannelPiece>) => {
    const next = pieces.next();
    // Requested ahead, so its error is handled when it is awaited.
    next.catch(() => undefined);
    return { pieces, next };
  };
  const heads = channels.map(take);
  try {
    for (let index = 0; ; index += 1) {
      let first: { at: number; piece: ChannelPiece } | undefined;
      for (const [at, { next }] of heads.entries()) {
        const { done, value: piece } = await next;
        if (done === true) continue;
        if (first === undefined || piece.startMs < first.piece.startMs) first = { at, piece };
      }
      if (first === undefined) return;
      const pieces = channels[first.at];
      if (pieces !== undefined) heads[first.at] = take(pieces);
      yield { index, ...first.piece };
    }
  } finally {
    await Promise.allSettled(channels.map((pieces) => pieces.return(undefined)));
  }
}
