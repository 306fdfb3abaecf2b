/** The contenders of the extraction benchmark: Seine and its peers, all in this process. */
import { Readability } from '@mozilla/readability'
import { gfm } from '@joplin/turndown-plugin-gfm'
import { extractPage, extractTextPage } from '@seine/activities/extract/extract-page.ts'
import { roundTripBase } from '@seine/activities/content/markdown/testing/round-trip.ts'
import type { ExtractRequest, PageMetadata } from '@seine/shared/pages/extraction.ts'
import type { ExtractionPeerName } from '@seine/tools/bench-arguments.ts'
import { Defuddle } from 'defuddle/node'
import { JSDOM, VirtualConsole } from 'jsdom'
import { parseHTML } from 'linkedom'
import { NodeHtmlMarkdown } from 'node-html-markdown'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import TurndownService from 'turndown'
import { unified } from 'unified'

/** A page as passed to every contender. */
export interface BenchPage {
  url: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Result of a contender for a page. */
export interface Extracted {
  /** The content, in one of two forms. */
  html?: string
  markdown?: string
  metadata?: PageMetadata
}

export interface ExtractionContender {
  title: string
  extract(page: BenchPage): Promise<Extracted>
  /** Converts a fragment of HTML to Markdown; null for contenders without Markdown. */
  convert: ((html: string) => string) | null
}

/** Peers take text; it is decoded in the same way for all of them. */
const decoded = ({ bytes }: BenchPage): string => new TextDecoder().decode(bytes)

type Wish = Pick<ExtractRequest, 'formats' | 'onlyMainContent'>

const everything: Wish = { formats: ['markdown', 'clean_html', 'links', 'html'], onlyMainContent: true }
const wholePage: Wish = { formats: ['markdown'], onlyMainContent: false }

const requestOf = ({ url, bytes }: BenchPage, wish: Wish): ExtractRequest => ({
  url,
  bytes,
  contentType: 'text/html; charset=utf-8',
  compared: false,
  metadata: 'structured',
  ...wish,
})

/** Seine twice: everything the API can return for a page, and only the whole page as Markdown. */
export const seineContenders: readonly ExtractionContender[] = [
  {
    title: 'Seine, all formats',
    async extract(page) {
      const { outputs, metadata } = await extractPage(requestOf(page, everything))
      return { html: outputs.clean_html ?? '', metadata }
    },
    convert: null,
  },
  {
    title: 'Seine, whole page',
    async extract(page) {
      const { outputs } = await extractPage(requestOf(page, wholePage))
      return { markdown: outputs.markdown ?? '' }
    },
    convert(html) {
      const { outputs } = extractTextPage(
        requestOf({ url: roundTripBase, bytes: new TextEncoder().encode(html) }, wholePage),
      )
      return outputs.markdown ?? ''
    },
  },
]

const turndown = (): TurndownService => {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
  service.use(gfm)
  service.remove(['script', 'style', 'noscript'])
  return service
}

const peers: Record<ExtractionPeerName, () => ExtractionContender> = {
  readability: () => {
    const service = turndown()
    return {
      title: 'Readability on jsdom, turndown',
      async extract(page) {
        const dom = new JSDOM(decoded(page), { url: page.url, virtualConsole: new VirtualConsole() })
        const article = new Readability(dom.window.document).parse()
        const html = article?.content ?? ''
        service.turndown(html)
        dom.window.close()
        return await Promise.resolve({ html })
      },
      convert: null,
    }
  },
  defuddle: () => ({
    title: 'Defuddle on linkedom',
    async extract(page) {
      const { document } = parseHTML(decoded(page))
      const { content } = await Defuddle(document, page.url, { useAsync: false })
      return { html: content }
    },
    convert: null,
  }),
  turndown: () => {
    const service = turndown()
    return {
      title: 'turndown with GFM, whole page',
      extract: async (page) => await Promise.resolve({ markdown: service.turndown(decoded(page)) }),
      convert: (html) => service.turndown(html),
    }
  },
  'node-html-markdown': () => {
    const converter = new NodeHtmlMarkdown()
    return {
      title: 'node-html-markdown, whole page',
      extract: async (page) => await Promise.resolve({ markdown: converter.translate(decoded(page)) }),
      convert: (html) => converter.translate(html),
    }
  },
  'rehype-remark': () => {
    const page = unified().use(rehypeParse).use(rehypeRemark).use(remarkGfm).use(remarkStringify)
    const part = unified().use(rehypeParse, { fragment: true }).use(rehypeRemark).use(remarkGfm).use(remarkStringify)
    return {
      title: 'rehype-remark with GFM, whole page',
      extract: async (input) => ({ markdown: String(await page.process(decoded(input))) }),
      convert: (html) => String(part.processSync(html)),
    }
  },
}

/** Returns Seine and the requested peers, in the order of the table. */
export const makeContenders = (wanted: readonly ExtractionPeerName[]): ExtractionContender[] => [
  ...seineContenders,
  ...wanted.map((name) => peers[name]()),
]
