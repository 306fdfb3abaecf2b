/** The commands that load pages, and login. */
import { SeineClient } from '../client.ts'
import type { ScrapeResult } from '../generated/openapi.ts'
import type { RequestBody } from '../operation-types.ts'
import { assertUrl, onlyUrl, textFlag, type CommandWords } from './arguments.ts'
import { credentialsFile, removeCredentials, storeCredentials } from './credentials.ts'
import { exitCodes } from './exit-codes.ts'
import { followPages, type PageWriting } from './run-job.ts'
import { writeJson, type ShellPorts } from './shell-ports.ts'
import { UsageError } from './usage-error.ts'

/** What a command gets. */
export interface CommandContext {
  words: CommandWords
  /** Made when it is needed, so that a command without a service needs none. */
  client: () => Promise<SeineClient>
  ports: ShellPorts
}

/** Runs a command. @returns the exit code. */
export type Command = (context: CommandContext) => Promise<number>

const wantsJson = ({ words }: CommandContext): boolean => words.flags['json'] === true

/** How the flags want the pages of a job. */
export const pageWriting = ({ flags, body }: CommandWords): PageWriting => {
  const scope = Array.isArray(body['output']) ? (body['output'] as string[]) : undefined
  return {
    out: typeof flags['out'] === 'string' ? flags['out'] : undefined,
    json: flags['json'] === true,
    quiet: flags['quiet'] === true,
    formats: scope,
  }
}

/** `seine login`. */
export const login: Command = async ({ words, ports }) => {
  if (words.flags['remove'] === true) {
    await removeCredentials(ports)
    ports.stderr.write(`${credentialsFile(ports)} is removed\n`)
    return exitCodes.done
  }
  const url = words.words[0] ?? textFlag(words, 'url') ?? ports.environment['SEINE_URL']
  if (url === undefined || words.words.length > 1) throw new UsageError('login takes the URL of a service')
  assertUrl(url)
  const key = (await ports.askSecret(`API key for ${url}: `)).trim()
  if (key === '') throw new UsageError('login reads the API key from standard input, which is empty')
  await new SeineClient({ baseUrl: url, apiKey: key }).listJobs({ limit: 1 })
  await storeCredentials(ports, { url, key })
  ports.stderr.write(`The key works and is stored in ${credentialsFile(ports)}\n`)
  return exitCodes.done
}

/** Writes the content of a page: a text as it is, links one a line, anything else as JSON. */
function writeContent({ data }: ScrapeResult, { stdout }: ShellPorts): void {
  const [value, ...others] = Object.values(data)
  if (others.length > 0) writeJson(stdout, data)
  else if (typeof value === 'string') stdout.write(value.endsWith('\n') ? value : `${value}\n`)
  else if (data.links !== undefined) stdout.write(data.links.map((link) => `${link}\n`).join(''))
  else writeJson(stdout, value ?? null)
}

/** `seine scrape`. */
export const scrape: Command = async (context) => {
  const { words, client, ports } = context
  const body = { output: ['markdown'], ...words.body, url: onlyUrl(words) } as RequestBody<'scrapePage'>
  const page = await (await client()).scrape(body)
  if (wantsJson(context)) writeJson(ports.stdout, page)
  else writeContent(page, ports)
  for (const warning of page.warnings) ports.stderr.write(`warning: ${warning}\n`)
  return exitCodes.done
}

/** Follows a started job, or only prints its id. */
async function started(seine: SeineClient, id: string, { words, ports }: CommandContext): Promise<number> {
  if (words.flags['detach'] !== true) {
    ports.stderr.write(`Started ${id}\n`)
    return await followPages(seine, id, pageWriting(words), ports)
  }
  if (words.flags['json'] === true) writeJson(ports.stdout, { id })
  else ports.stdout.write(`${id}\n`)
  return exitCodes.done
}

/** `seine crawl`. */
export const crawl: Command = async (context) => {
  const { words, client } = context
  const body = { ...words.body, url: onlyUrl(words) } as RequestBody<'startCrawl'>
  const seine = await client()
  const { id } = await seine.startCrawl(body)
  return await started(seine, id, context)
}

/** The URLs of a batch: words, and the lines of standard input for `-`. */
async function batchUrls({ words, ports }: CommandContext): Promise<string[]> {
  const given = words.words.filter((word) => word !== '-')
  const lines = words.words.includes('-') ? (await ports.readInput()).split(/\r?\n/) : []
  const urls = [...given, ...lines.map((line) => line.trim())].filter((url) => url !== '')
  if (urls.length === 0) throw new UsageError('batch takes URLs, or - to read them from standard input')
  return urls.map((url) => assertUrl(url))
}

/** `seine batch`. */
export const batch: Command = async (context) => {
  const { words, client } = context
  const body = { output: ['markdown'], ...words.body, urls: await batchUrls(context) } as RequestBody<'startBatch'>
  const seine = await client()
  const { id } = await seine.startBatch(body)
  return await started(seine, id, context)
}

/** `seine map`. */
export const map: Command = async (context) => {
  const { words, client, ports } = context
  const result = await (await client()).map({ ...words.body, url: onlyUrl(words) })
  for (const link of result.links) {
    if (wantsJson(context)) writeJson(ports.stdout, link)
    else ports.stdout.write(`${link.url}\n`)
  }
  if (result.truncated) ports.stderr.write('There are more URLs; --limit sets how many are written\n')
  return exitCodes.done
}

/** `seine network`. */
export const network: Command = async (context) => {
  const { words, client, ports } = context
  const body = { ...words.body, url: onlyUrl(words) } as RequestBody<'captureNetwork'>
  const query = Object.fromEntries(
    Object.entries({
      resource_type: words.flags['type'],
      url_pattern: words.flags['match'],
      host: words.flags['host'],
    }).filter(([, value]) => value !== undefined),
  )
  const seine = await client()
  if (wantsJson(context)) {
    const result = await seine.captureNetwork(body, query)
    writeJson(ports.stdout, result)
    return result.success ? exitCodes.done : exitCodes.failed
  }
  ports.stdout.write(`${JSON.stringify(await seine.captureHar(body, query), null, 2)}\n`)
  return exitCodes.done
}
