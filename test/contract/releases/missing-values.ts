/** Values of a JSON document that a later one does not have. */

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Returns the places at which the later value lacks a member or has another value. Further members are no difference;
 * lists have the same length.
 * @param at place of the values, for the result.
 */
export function missingValues(was: unknown, is: unknown, at = ''): string[] {
  if (!isObject(was)) return Object.is(was, is) ? [] : [`${at}: ${JSON.stringify(was)} is ${JSON.stringify(is)}`]
  if (!isObject(is) || Array.isArray(was) !== Array.isArray(is)) return [`${at}: ${JSON.stringify(is)}`]
  const longer = Array.isArray(is) && Array.isArray(was) && is.length > was.length ? [`${at}: longer`] : []
  const members = Object.entries(was).flatMap(([name, value]) =>
    Object.hasOwn(is, name) ? missingValues(value, is[name], `${at}/${name}`) : [`${at}/${name}: missing`],
  )
  return [...longer, ...members]
}
