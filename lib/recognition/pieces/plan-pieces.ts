import type { ChannelPiece } from '#lib/recognition/pieces/pack-pieces';
import type { Piece } from '#lib/recognition/pieces/piece';

/** Merges all channels' pieces by start, counted from 0, always alike, as soon as each channel's next is known. */
export async function* planPieces(channels: readonly AsyncGenerator<ChannelPiece>[]): AsyncGenerator<Piece> {
  const take = (pieces: AsyncGenerator<ChannelPiece>) => {
    const next = pieces.next();
    // Taken ahead: whether it fails is of interest once it is its turn.
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
