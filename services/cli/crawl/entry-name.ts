/** Checks which names inside an archive may become files. */

/**
 * Returns why an entry must not be unpacked; null when it may be.
 * @param name the name as spelled in the archive, before any library has normalised it.
 */
export function entryNameFault(name: string): string | null {
  if (name === '') return 'no name'
  if (/\p{Cc}/u.test(name)) return 'control characters in the name'
  if (name.includes('\\')) return 'a backslash in the name'
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'an absolute name'
  const segments = name.split('/')
  if (segments.includes('..')) return '".." in the name'
  if (segments.includes('.') || segments.includes('')) return 'an empty segment in the name'
  return null
}
