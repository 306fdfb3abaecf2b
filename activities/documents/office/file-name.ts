/**
 * The name of the file a URL leads to: the last part of its path.
 * @returns the name with its escapes decoded, '' where the path has none.
 */
export function fileNameOf(url: string): string {
  const last =
    URL.parse(url)
      ?.pathname.split('/')
      .findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    // Escapes of no UTF-8: shown as they are.
    return last
  }
}
