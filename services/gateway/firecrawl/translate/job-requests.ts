/** Bodies of crawl and batch scrape in our form. */
import { checkBatchUrl, type UrlPolicy } from '@seine/shared/api/rules/url-rules.ts'
import { camelCase } from '@seine/shared/api/rules/spelling.ts'
import { ProblemList } from '@seine/shared/api/rules/problem-list.ts'
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import type { WebhookPlan } from '@seine/shared/temporal/shapes.ts'
import { LoopTurn } from '@seine/shared/values/loop-turn.ts'
import { Type, type TSchema } from 'typebox'
import { namePageFields, readScrapeOptions, scrapeOptionFields } from './scrape-options.ts'
import type { Translation } from './translation.ts'
import { readWebhook, type WireWebhook } from './webhook.ts'
import { anyValues, refuseLacking, wireBodyReader, type LackingOptions } from './wire-body.ts'

/** A translated job. */
export interface TranslatedJob {
  body: Record<string, unknown>
  /** Entries of a batch that were dropped because they are no usable URLs; null unless the caller asked for that. */
  invalidUrls: string[] | null
  /** Events that the receiver of its webhook gets; null without a webhook. */
  events: WebhookPlan | null
}

const pacing = 'each site is loaded at the pace it can bear'

const crawlLacking: LackingOptions = {
  allowExternalLinks: 'a crawl stays on its site',
  ignoreRobotsTxt: 'the operator decides about robots.txt',
  robotsUserAgent: 'the operator decides about robots.txt',
  regexOnFullURL: 'patterns match path and query',
  prompt: 'give the options themselves',
  delay: pacing,
  maxConcurrency: pacing,
  zeroDataRetention: 'results are kept for the retention time of the service',
}

/** Returns the receiver as a field of our request; empty without a webhook. */
const receiverOf = (webhook: WireWebhook | null): { webhook?: object } =>
  webhook === null ? {} : { webhook: webhook.receiver }

const flag = Type.Optional(Type.Boolean())
const texts = Type.Optional(Type.Array(Type.String()))

/** Fields that both APIs spell the same. */
const sameCrawlFields: Record<string, TSchema> = {
  url: Type.String(),
  // The operator decides about the maximum.
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  includePaths: texts,
  excludePaths: texts,
  maxDiscoveryDepth: Type.Optional(Type.Integer({ minimum: 0 })),
  sitemap: Type.Optional(Type.Enum(['include', 'skip', 'only'])),
  ignoreQueryParameters: flag,
  crawlEntireDomain: flag,
  allowSubdomains: flag,
}

const readCrawlBody = wireBodyReader({
  ...sameCrawlFields,
  ...anyValues(Object.keys(crawlLacking)),
  ...anyValues(['webhook']),
  deduplicateSimilarURLs: flag,
  scrapeOptions: Type.Optional(Type.Object(scrapeOptionFields, { additionalProperties: false })),
})

/** Translates the body of a crawl. @returns null when it has problems. */
export function crawlRequest(given: unknown, notes: Translation): TranslatedJob | null {
  const body = readCrawlBody(given, notes)
  if (body === null) return null
  refuseLacking(body, crawlLacking, notes)
  if (body['deduplicateSimilarURLs'] === false) {
    notes.warn('spellings of one address are always one page: `deduplicateSimilarURLs` has no effect')
  }
  const options = isObject(body['scrapeOptions']) ? body['scrapeOptions'] : {}
  const page = readScrapeOptions(options, 'scrapeOptions.', notes)
  const webhook = readWebhook(body['webhook'], notes)
  notes.name('/scrape', 'scrapeOptions')
  namePageFields(page, notes, (name) => (name === 'output' ? '/output' : `/scrape/${name}`))
  if (!notes.ok) return null
  const same = Object.entries(body).filter(([name]) => Object.hasOwn(sameCrawlFields, name))
  const { output, ...scrape } = page.fields
  return {
    body: {
      ...Object.fromEntries(same),
      output,
      scrape,
      ...receiverOf(webhook),
    },
    invalidUrls: null,
    events: webhook?.events ?? null,
  }
}

const batchLacking: LackingOptions = {
  appendToId: 'start another batch',
  maxConcurrency: pacing,
}

const readBatchBody = wireBodyReader({
  ...scrapeOptionFields,
  ...anyValues(['urls', 'webhook', ...Object.keys(batchLacking)]),
  ignoreInvalidURLs: flag,
})

/** Splits a list into usable URLs and the rest, in turns of the event loop. */
async function usable(given: readonly unknown[], policy: UrlPolicy): Promise<{ urls: string[]; invalid: string[] }> {
  const urls: string[] = []
  const invalid: string[] = []
  const turn = new LoopTurn(requestLimits.turnMs)
  for (const each of given) {
    if (turn.isOver) await turn.next()
    const text = typeof each === 'string' ? each : JSON.stringify(each)
    const isUsable = typeof each === 'string' && checkBatchUrl(each, '', policy, new ProblemList()) !== null
    if (isUsable) urls.push(text)
    else invalid.push(text)
  }
  return { urls, invalid }
}

/**
 * Translates the body of a batch.
 * @param policy address policy, for lists from which invalid URLs are dropped.
 * @returns null when it has problems.
 */
export async function batchRequest(
  given: unknown,
  notes: Translation,
  policy: UrlPolicy,
): Promise<TranslatedJob | null> {
  const body = readBatchBody(given, notes)
  if (body === null) return null
  refuseLacking(body, batchLacking, notes)
  const page = readScrapeOptions(body, '', notes)
  const webhook = readWebhook(body['webhook'], notes)
  namePageFields(page, notes, (name) => `/${camelCase(name)}`)
  if (!notes.ok) return null
  const list = body['urls']
  const dropped = body['ignoreInvalidURLs'] === true && Array.isArray(list) ? await usable(list, policy) : null
  const urls = dropped?.urls ?? list
  const options = Object.entries(page.fields).map(([name, value]) => [camelCase(name), value] as const)
  return {
    body: {
      ...Object.fromEntries(options),
      ...(urls === undefined ? {} : { urls }),
      limit: jobLimits.limitPagesMax,
      ...receiverOf(webhook),
    },
    invalidUrls: dropped?.invalid ?? null,
    events: webhook?.events ?? null,
  }
}
