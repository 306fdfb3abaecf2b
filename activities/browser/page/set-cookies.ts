/** Sets cookies of which the browser may refuse some. */

/**
 * Sets cookies with one command. One cookie that the browser refuses, such as one of more than 4,096 bytes or with a
 * prefix that its URL may not use, makes the whole command fail; then each cookie is set by a command of its own.
 * @param set sets cookies; rejects when the browser refuses one of them.
 * @returns number of refused cookies; never rejects.
 */
export async function setCookies<Cookie>(
  cookies: readonly Cookie[],
  set: (...cookies: Cookie[]) => Promise<unknown>,
): Promise<number> {
  if (cookies.length === 0) return 0
  try {
    await set(...cookies)
    return 0
  } catch {
    const each = await Promise.allSettled(cookies.map(async (cookie) => await set(cookie)))
    return each.filter(({ status }) => status === 'rejected').length
  }
}
