/** Reads the hand-written pages of the extraction tests as labelled pages: their expected content is their label. */
import { readFileSync } from 'node:fs'
import { readBlocks } from '@seine/activities/content/main-content/blocks.ts'
import { parseTree } from '@seine/activities/html/parse-tree.ts'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { goldenNames, goldenSource, readGolden } from '../extraction/golden-page.ts'
import { blockWords } from './labels.ts'
import type { LabelledPage } from './pages.ts'

/** The types of these pages, which no page of a data set has. Those of articles are many and much alike. */
export const ownType = 'own'
export const ownArticleType = 'own article'

/** Returns true for a hand-written page. */
export const isOwn = ({ type }: Pick<LabelledPage, 'type'>): boolean => type === ownType || type === ownArticleType

/** Reads the hand-written pages one by one. */
export function* readOwnPages(): Generator<LabelledPage> {
  for (const name of goldenNames()) {
    const { url, cleanHtml } = readGolden(name)
    const html = readFileSync(goldenSource(name), 'utf8')
    yield { id: name, url, type: name.startsWith('article-') ? ownArticleType : ownType, text: textOf(cleanHtml), html }
  }
}

/** Returns the words of a page, those of different blocks apart. */
function textOf(html: string): string {
  const { document } = parseTree(html)
  const blocks = readBlocks(document, extractLimits.contentBlocksMax)
  if (blocks === null) throw new RangeError('a hand-written page has too many blocks')
  return Array.from({ length: blocks.count }, (_, block) => blockWords(blocks, block).join(' ')).join('\n')
}
