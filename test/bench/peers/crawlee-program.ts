/**
 * Crawlee as a program: `node crawlee-program.ts DIRECTORY`, where DIRECTORY is its installation. Its settings follow
 * its documentation on speed: a fixed number of pages in flight, nothing kept on disk, no sessions. See
 * `program-peer.ts` for its protocol.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { WorkClass } from '@seine/tools/bench-arguments.ts'
import type { ProgramTask } from './program-peer.ts'

// Types for the few functions used of packages that are installed elsewhere.
interface Page {
  request: { url: string }
  body: string | Buffer
  enqueueLinks: (options: { strategy: string }) => Promise<unknown>
}
interface Packages {
  crawlee: {
    Configuration: new (options: object) => object
    CheerioCrawler: new (options: object, configuration: object) => { run(urls: string[]): Promise<unknown> }
    log: { setLevel(level: number): void }
  }
  markdown: { NodeHtmlMarkdown: { translate(html: string): string } }
  jsdom: { JSDOM: new (html: string, options: object) => { window: { document: object; close(): void } } }
  readability: { Readability: new (document: object) => { parse(): { title: string; content: string } | null } }
  turndown: new (options: object) => { turndown(html: string): string }
}

const load = createRequire(join(process.argv[2] ?? '', 'package.json'))

const { CheerioCrawler, Configuration, log } = load('@crawlee/cheerio') as Packages['crawlee']
log.setLevel(1)

function mainContent(): (html: string, url: string) => string {
  const { JSDOM } = load('jsdom') as Packages['jsdom']
  const { Readability } = load('@mozilla/readability') as Packages['readability']
  const Turndown = load('turndown') as Packages['turndown']
  const service = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
  return (html, url) => {
    const { window } = new JSDOM(html, { url })
    const article = new Readability(window.document).parse()
    window.close()
    return article === null ? '' : `# ${article.title}\n\n${service.turndown(article.content)}`
  }
}

function maker(workClass: WorkClass): (html: string, url: string) => string {
  if (workClass === 'html') return (html) => html
  if (workClass === 'main') return mainContent()
  const { NodeHtmlMarkdown } = load('node-html-markdown') as Packages['markdown']
  return (html) => NodeHtmlMarkdown.translate(html)
}

async function crawl(task: ProgramTask): Promise<void> {
  const make = maker(task.workClass)
  const crawler = new CheerioCrawler(
    {
      minConcurrency: task.pagesInFlight,
      maxConcurrency: task.pagesInFlight,
      maxRequestRetries: task.retries,
      maxRequestsPerCrawl: task.pages,
      useSessionPool: false,
      persistCookiesPerSession: false,
      respectRobotsTxtFile: true,
      async requestHandler({ request, body, enqueueLinks }: Page) {
        const name = createHash('sha1').update(request.url).digest('hex')
        writeFileSync(join(task.directory, name), make(body.toString(), request.url))
        await enqueueLinks({ strategy: 'same-hostname' })
      },
    },
    // A separate configuration for each crawl, so that no state of the last crawl is reused.
    new Configuration({ persistStorage: false, purgeOnStart: true }),
  )
  await crawler.run([task.url])
}

const say = (word: string): void => void process.stdout.write(`${word}\n`)
say('ready')
for await (const line of createInterface({ input: process.stdin })) {
  await crawl(JSON.parse(line) as ProgramTask)
  say('done')
}
process.exit()
