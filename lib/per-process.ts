const holder = globalThis as unknown as Record<string, unknown>;

/**
 * Returns the process's one value of this name, which the first call creates. It is kept on globalThis, because the
 * server, and each route that Next bundles, has its own copy of a module.
 */
export function perProcess<Value>(name: `longhand${string}`, create: () => Value): Value {
  return (holder[name] ??= create()) as Value;
}
