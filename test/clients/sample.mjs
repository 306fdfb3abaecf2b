// Uses the installed client as a caller does; prints what it got, for the test to check.
import { SeineClient, NotFoundError, ValidationError } from '@seine/client'

const site = process.env.SITE
const seine = new SeineClient()
const result = {}

const page = await seine.scrape({ url: `${site}guide/`, output: ['markdown', 'links'] })
result.scrape = [page.status, page.data.markdown.slice(0, 2)]

const { links } = await seine.map({ url: site, limit: 5 })
result.map = links.length

const seen = []
const { id } = await seine.startCrawl({ url: `${site}guide/`, limit: 5, output: ['markdown'] })
for await (const entry of seine.crawlPages(id)) seen.push([entry.index, typeof entry.output.markdown])
const status = await seine.waitForCrawl(id)
result.crawl = { status: status.status, completed: status.completed, seen }
result.archive = (await (await seine.crawlArchive(id, 'markdown')).arrayBuffer()).byteLength > 500

const types = new Set()
const pages = []
for await (const event of seine.crawlEvents(id)) {
  types.add(event.type)
  if (event.type === 'page') pages.push(event.id)
}
result.events = { types: ['end', 'page', 'progress'].filter((type) => types.delete(type)).concat(...types), pages }

const batch = await seine.batchAndWait({ urls: [`${site}guide/`, `${site}no-such-page`], output: ['markdown'] })
result.batch = [batch.status, batch.completed, batch.failed]
result.urls = (await seine.batchUrls(batch.id).toArray(10)).map(({ state }) => state)
result.jobs = (await seine.listJobs({ limit: 1 }).toArray(2)).map((job) => job.id === batch.id)

const wrong = await seine.startCrawl({ url: 'no URL', limit: 0 }).catch((error) => error)
result.wrong = [wrong instanceof ValidationError, wrong.code, wrong.errors.map(({ pointer }) => pointer)]
const missing = await seine.readCrawl('crawl-00000000-0000-4000-8000-000000000000').catch((error) => error)
result.missing = [missing instanceof NotFoundError, missing.code, typeof missing.request_id]

console.log(JSON.stringify(result))
