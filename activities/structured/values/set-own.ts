/** Sets a member of an object, also one with the name of a setter, such as `__proto__`. */
export const setOwn = (object: Record<string, unknown>, name: string, value: unknown): void => {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}
