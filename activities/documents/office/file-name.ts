/**
 * Returns the file name in a URL: the last part of its path.
 * @returns the decoded name; '' when the path has none.
 */
export function fileNameOf(url: string): string {
  const last =
    URL.parse(url)
      ?.pathname.split('/')
      .findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    // The escapes are not valid UTF-8, so the name is returned undecoded.
    return last
  }
}
