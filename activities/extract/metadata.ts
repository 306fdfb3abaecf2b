/** Facts a page states about itself in its head. */
import type { StatedMetadata } from './contract.ts'
import { nothingStated } from './empty-result.ts'
import { namedDirectives } from './robots-directives.ts'
import { attribute, collapsed, following, textBelow, type TreeNode } from './tree.ts'
import type { UrlResolver } from './urls.ts'

const metadataMaxCharacters = 2_000
const headingMaxCharacters = 300
const headingsMax = 20
const robotsElementsMax = 20

/**
 * Reads title, description, language, canonical URL and robots rules.
 *
 * The title is the page's main heading where there is one, without the name of the site that title
 * elements carry. Misplaced elements count too: a head cut short by stray content leaves them in the
 * body.
 */
export function collectMetadata(document: TreeNode, urls: UrlResolver): StatedMetadata {
  const metas = new Map<string, string>()
  const robots: RobotsElements = { general: [], named: [] }
  const headings: string[] = []
  let title: string | null = null
  let language: string | null = null
  let canonicalUrl: string | null = null
  for (let node = document.first; node !== null; node = following(node, document, isSearched(node))) {
    if (node.name === 'html') {
      language ??= nonEmpty(attribute(node, 'lang') ?? attribute(node, 'xml:lang'))
    } else if (node.name === 'title') {
      // A picture has a title too.
      if (node.parent?.namespace === node.namespace) title ??= nonEmpty(textBelow(node, metadataMaxCharacters))
    } else if (node.name === 'h1') {
      const heading = textBelow(node, headingMaxCharacters)
      if (heading !== '' && headings.length < headingsMax) headings.push(heading)
    } else if (node.name === 'meta') {
      readMeta(node, metas, robots)
    } else if (node.name === 'link' && canonicalUrl === null) {
      if (/(?:^|\s)canonical(?:\s|$)/i.test(attribute(node, 'rel') ?? '')) {
        canonicalUrl = urls.page(attribute(node, 'href') ?? '#')
      }
    }
  }
  return {
    ...nothingStated,
    title: chooseTitle(headings, title, metas.get('og:title') ?? metas.get('twitter:title') ?? null),
    description: metas.get('description') ?? metas.get('og:description') ?? metas.get('twitter:description') ?? null,
    language: language ?? metas.get('content-language') ?? metas.get('og:locale')?.replace('_', '-') ?? null,
    canonicalUrl,
    // Those for one crawler last: a name counts for all that follows it.
    robots: nonEmpty([...robots.general, ...robots.named].join(', ')),
  }
}

/** The only main heading, else the one that the stated titles repeat, else a stated title. */
function chooseTitle(headings: readonly string[], title: string | null, shared: string | null): string | null {
  if (headings.length === 1) return headings[0] ?? null
  const stated = `${title ?? ''}\n${shared ?? ''}`.toLowerCase()
  return headings.find((heading) => stated.includes(heading.toLowerCase())) ?? shared ?? title
}

const isSearched = (node: TreeNode): boolean => node.name !== 'svg' && node.name !== 'template' && node.name !== 'math'

/** Directives for every crawler, and for the one they name. */
interface RobotsElements {
  general: string[]
  named: string[]
}

function readMeta(node: TreeNode, metas: Map<string, string>, robots: RobotsElements): void {
  const name = attribute(node, 'name') ?? attribute(node, 'property') ?? attribute(node, 'http-equiv')
  const content = nonEmpty(attribute(node, 'content'))
  if (name === null || content === null) return
  const key = name.trim().toLowerCase()
  if (key === 'robots') add(robots.general, content.toLowerCase())
  else add(robots.named, namedDirectives(key, content.toLowerCase()))
  if (!metas.has(key)) metas.set(key, content)
}

function add(elements: string[], directives: string | null): void {
  if (directives !== null && elements.length < robotsElementsMax) elements.push(directives)
}

function nonEmpty(text: string | null): string | null {
  if (text === null) return null
  const clean = collapsed(text).slice(0, metadataMaxCharacters)
  return clean === '' ? null : clean
}
