/** Recognises pictures of a website's sign, which stand for it on pages without a picture of their subject. */

/** A longer name describes what a picture shows: `feature-image_notes-but-no-logo`. */
const nameWordsMax = 4

/** True for a URL whose file has the name of a logo: `/logo-square.png`, `/Example-Logo-header.svg`. */
export function isLogo(url: string): boolean {
  const path = url.replace(/[?#].*$/, '').split('/')
  const words = (path.at(-1) ?? '')
    .replace(/\.[a-z\d]{2,5}$/i, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1)
  return (
    (words.includes('logo') && words.length <= nameWordsMax) || path.slice(0, -1).some((part) => /^logos$/i.test(part))
  )
}
