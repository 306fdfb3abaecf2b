import { percentDecoded } from '@seine/shared/values/percent-decoded.ts'

/**
 * Returns the file name in a URL: the last part of its path.
 * @returns the decoded name, undecoded where its escapes are not valid UTF-8; '' when the path has none.
 */
export function fileNameOf(url: string): string {
  const last =
    URL.parse(url)
      ?.pathname.split('/')
      .findLast((part) => part !== '') ?? ''
  return percentDecoded(last)
}
