/** Recognises pictures that websites make for previews of links, which stand for a page without being on it. */
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'

const previewWords = new Set(['og', 'opengraph', 'ogimage', 'fb', 'facebook', 'twitter', 'generic'])
/** Two words that say the same together: `open-graph`, `social_share`. */
const previewPairs = /\b(?:open graph|social (?:share|sharing|card|image|preview|thumbnail)|share (?:card|image))\b/

/** True for a picture that is named as a preview of links and that the page does not show. */
export function isPreviewOnly(
  url: string,
  { document, fields }: Pick<StructuredFacts, 'document' | 'fields'>,
): boolean {
  const name = fileName(url)
  const words = name.toLowerCase().split(/[^a-z]+/)
  if (!words.some((word) => previewWords.has(word)) && !previewPairs.test(words.join(' '))) return false
  return ![...document.images, ...fields.map((field) => field.url ?? '')].some((shown) => fileName(shown) === name)
}

/** Returns the name of a file without its extension and size: one picture is served in many sizes. */
const fileName = (url: string): string =>
  (
    url
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? ''
  )
    .replace(/\.[a-z\d]{2,5}$/i, '')
    .replace(/[-_]\d{2,4}x\d{2,4}$/, '')

/** True for a URL with the ending of a picture. */
export const hasPictureEnding = (url: string): boolean => /\.(?:jpe?g|png|webp|gif|avif|svg)(?:$|[?#])/i.test(url)
