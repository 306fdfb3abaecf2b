/** Returns a shallow copy of an object without the named members; the others keep their order. */
export const omit = <T extends object, K extends keyof T>(object: T, names: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.some((omitted) => omitted === name))) as Omit<
    T,
    K
  >
