/** The items to try, in this order, when `item` is gone or has nothing to offer: itself, those after it, those before it. */
export function findNeighbors(order: readonly string[], item: string): string[] {
  const at = order.indexOf(item);
  if (at === -1) return [item];
  return [...order.slice(at), ...order.slice(0, at).toReversed()];
}
