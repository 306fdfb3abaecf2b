/**
 * The flags of `crawl`: parsed, checked and turned into the body of `POST /crawl`.
 *
 * This module is loaded before set-up, so it must not import a package.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { SitemapMode } from '@seine/shared/tasks/job-input.ts'
import type { JobFormat } from '@seine/shared/tasks/formats.ts'
import { jobFormats, jobLimits } from '../command/cli-limits.ts'
import { UsageError } from '../command/usage-error.ts'
import { flagRules } from './usage-text.ts'

/** Body of `POST /crawl` without the URL; contains only what the user gave. */
export interface CrawlBody {
  limit?: number
  maxDiscoveryDepth?: number
  output: JobFormat[]
  includePaths?: string[]
  excludePaths?: string[]
  sitemap?: SitemapMode
  crawlEntireDomain?: true
  allowSubdomains?: true
  scrape?: { schema?: object; prompt?: string }
}

/** The parsed arguments of the command. */
export interface CrawlArguments {
  help: boolean
  /** null: crawl the bundled website. */
  url: string | null
  body: CrawlBody
  /** Output folder as typed; null: a new one below `seine-out`. */
  out: string | null
  json: boolean
}

const flags = {
  limit: { type: 'string' },
  depth: { type: 'string' },
  output: { type: 'string', multiple: true },
  schema: { type: 'string' },
  prompt: { type: 'string' },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  sitemap: { type: 'string' },
  'entire-domain': { type: 'boolean' },
  subdomains: { type: 'boolean' },
  out: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const sitemapModes: readonly SitemapMode[] = ['include', 'skip', 'only']

const breaks = (flag: keyof typeof flagRules, value: string): UsageError =>
  new UsageError(`--${flag} takes ${flagRules[flag]}, got ${JSON.stringify(value)}`)

/** Converts an error of `parseArgs` to a one-sentence usage error. */
function asUsageError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const name = /--([\w-]+)/.exec(error.message)?.[1] ?? ''
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const given = /'(-[^']*)'/.exec(error.message)?.[1] ?? 'flag'
    return new UsageError(`${given} is not a flag of crawl; crawl --help lists the flags`)
  }
  if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    if (name in flagRules) {
      return new UsageError(`--${name} needs a value: ${flagRules[name as keyof typeof flagRules]}`)
    }
    return new UsageError(`--${name} takes no value`)
  }
  return error
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: flags, strict: true, allowPositionals: true })
  } catch (error) {
    throw asUsageError(error)
  }
}

function wholeNumber(flag: 'limit' | 'depth', value: string, min: number, max: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) throw breaks(flag, value)
  return number
}

function formats(values: string[]): JobFormat[] {
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim())
  const unknown = names.find((name) => !jobFormats.some((format) => format === name))
  if (unknown !== undefined) throw breaks('output', unknown)
  return [...new Set(names)] as JobFormat[]
}

/** Builds the options of the format `json`; no other format uses them. */
function jsonOptions(output: JobFormat[], file: string | undefined, prompt: string | undefined): CrawlBody['scrape'] {
  if (!output.includes('json')) {
    const flag = file === undefined ? (prompt === undefined ? null : 'prompt') : 'schema'
    if (flag !== null) throw new UsageError(`--${flag} is for the output json: add --output json`)
    return undefined
  }
  if (file === undefined && prompt === undefined)
    throw new UsageError('--output json needs --schema FILE or --prompt TEXT')
  if (prompt === '' || (prompt ?? '').length > jobLimits.promptMaxCharacters)
    throw breaks('prompt', (prompt ?? '').slice(0, 80))
  return { ...(file === undefined ? {} : { schema: schemaIn(file) }), ...(prompt === undefined ? {} : { prompt }) }
}

function schemaIn(file: string): object {
  let schema: unknown
  try {
    schema = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`--schema takes ${flagRules.schema}; ${file}: ${(error as Error).message}`, { cause: error })
  }
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema
  throw new UsageError(`--schema takes ${flagRules.schema}; ${file} does not contain a JSON object`)
}

function patterns(flag: 'include' | 'exclude', values: string[]): string[] {
  if (values.length > jobLimits.patternsMax) {
    throw new UsageError(`--${flag} may be given ${jobLimits.patternsMax} times, got ${values.length}`)
  }
  const bad = values.find((value) => value === '' || value.length > jobLimits.patternMaxCharacters)
  if (bad !== undefined) throw breaks(flag, bad.slice(0, 80))
  return values
}

/** Likely intended prefixes of a URL typed without a scheme. */
const likelyPrefixes: readonly (readonly [RegExp, string])[] = [
  [/^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?:[:/?#]|$)/i, 'http://'],
  [/^[\w.-]+\.[a-z]{2,}(?:[:/?#]|$)/i, 'https://'],
]

function startUrl(text: string): string {
  const hint = likelyPrefixes.find(([shape]) => shape.test(text))?.[1]
  const parsed = URL.canParse(text) ? new URL(text) : null
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new UsageError(
      `URL must be absolute and start with http:// or https://, got ${JSON.stringify(text)}${hint === undefined ? '' : `; write ${hint}${text}`}`,
    )
  }
  return text
}

/**
 * Reads the arguments after the word `crawl`.
 * @returns the request; when `help` is set, the other fields do not matter.
 * @throws UsageError that names the flag, the rule and the value.
 */
export function parseCrawlArguments(args: string[]): CrawlArguments {
  const { values, positionals } = parse(args)
  const body: CrawlBody = { output: formats(values.output ?? ['markdown']) }
  if (values.help !== true) {
    if (positionals.length > 1) {
      throw new UsageError(`crawl takes one URL, got ${positionals.length}: ${positionals.join(' ')}`)
    }
    if (values.limit !== undefined) body.limit = wholeNumber('limit', values.limit, 1, Number.MAX_SAFE_INTEGER)
    if (values.depth !== undefined) {
      body.maxDiscoveryDepth = wholeNumber('depth', values.depth, 0, Number.MAX_SAFE_INTEGER)
    }
    if (values.include !== undefined) body.includePaths = patterns('include', values.include)
    if (values.exclude !== undefined) body.excludePaths = patterns('exclude', values.exclude)
    if (values.sitemap !== undefined) {
      const mode = sitemapModes.find((known) => known === values.sitemap)
      if (mode === undefined) throw breaks('sitemap', values.sitemap)
      body.sitemap = mode
    }
    if (values['entire-domain'] === true) body.crawlEntireDomain = true
    if (values.subdomains === true) body.allowSubdomains = true
    const scrape = jsonOptions(body.output, values.schema, values.prompt)
    if (scrape !== undefined) body.scrape = scrape
    if (values.out === '') throw breaks('out', values.out)
  }
  return {
    help: values.help ?? false,
    url: positionals[0] === undefined || values.help === true ? null : startUrl(positionals[0]),
    body,
    out: values.out ?? null,
    json: values.json ?? false,
  }
}
