/** The cases of `clients/cases.json`, which hold for the Python client as well. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { SeineClient } from './client.ts'
import { ApiError } from './errors.ts'
import { cut, json, stubService, type StubHandler } from './testing/stub-service.ts'
import { verifyWebhook } from './webhooks.ts'

/** An answer of the service, or a connection that breaks. */
interface CaseAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
  lost?: true
}

interface Cases {
  errors: {
    about: string
    answer: CaseAnswer
    class: string
    code: string
    retryable: boolean
    retry_after: number | null
    pointers?: string[]
  }[]
  retries: {
    about: string
    call: 'start_crawl' | 'read_crawl' | 'scrape' | 'create_session' | 'replace_watch' | 'delete_watch' | 'readiness'
    answers: CaseAnswer[]
    requests: number
    class: string | null
    waits_seconds?: number
  }[]
  lists: { about: string; call: 'ledger' | 'pages'; answers: CaseAnswer[]; targets: string[]; urls: string[] }[]
  webhooks: {
    about: string
    valid: boolean
    secrets: string[]
    now_seconds: number
    headers: Record<string, string>
    body: string
  }[]
}

const cases = JSON.parse(readFileSync(join(import.meta.dirname, '../../cases.json'), 'utf8')) as Cases

const handlerOf = ({ status, body, headers, lost }: CaseAnswer): StubHandler =>
  lost === true ? cut : json(status, body, headers)

const url = 'https://example.com/'
const calls: Record<Cases['retries'][number]['call'], (client: SeineClient) => Promise<unknown>> = {
  start_crawl: async (client) => await client.startCrawl({ url }),
  read_crawl: async (client) => await client.readCrawl('crawl-1'),
  scrape: async (client) => await client.scrape({ url }),
  create_session: async (client) => await client.createSession({ domain: 'example.com' }),
  replace_watch: async (client) =>
    await client.replaceWatch('watch-1', { name: 'n', schedule: { every_seconds: 60 } }, { ifMatch: 3 }),
  delete_watch: async (client) => await client.deleteWatch('watch-1', { ifMatch: 3 }),
  readiness: async (client) => await client.readiness(),
}

/** Returns the error of a call; null when it succeeded. */
const errorOf = async (call: Promise<unknown>): Promise<Error | null> =>
  await call.then(
    () => null,
    (error: unknown) => error as Error,
  )

describe('an error, as in every client', () => {
  for (const each of cases.errors) {
    test(each.about, async (t) => {
      const { client } = await stubService(t, [handlerOf(each.answer)], { maxRetries: 0 })
      const error = await errorOf(client.readCrawl('crawl-1'))
      assert.ok(error instanceof ApiError)
      assert.deepEqual(
        [error.name, error.code, error.retryable, error.retry_after, error.request_id],
        [each.class, each.code, each.retryable, each.retry_after, 'req-1'],
      )
      assert.deepEqual(
        error.errors.map(({ pointer }) => pointer),
        each.pointers ?? [],
      )
    })
  }
})

describe('tries, as in every client', () => {
  for (const { about, call, answers, requests, class: name, waits_seconds: waits = 0 } of cases.retries) {
    test(about, async (t) => {
      const { client, seen } = await stubService(t, answers.map(handlerOf))
      const began = performance.now()
      const error = await errorOf(calls[call](client))
      assert.deepEqual([error?.name ?? null, seen.length], [name, requests])
      assert.ok(performance.now() - began >= waits * 1_000)
      assert.equal(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size, 1)
    })
  }
})

describe('a list, as in every client', () => {
  for (const { about, call, answers, targets, urls } of cases.lists) {
    test(about, async (t) => {
      const { client, seen } = await stubService(t, answers.map(handlerOf))
      const list = call === 'ledger' ? client.crawlUrls('crawl-1') : client.crawlPages('crawl-1')
      const entries: readonly { url: string }[] = await list.toArray(100)
      assert.deepEqual(
        entries.map((entry) => entry.url),
        urls,
      )
      assert.deepEqual(
        seen.map((request) => request.url),
        targets,
      )
    })
  }
})

describe('a webhook call, as in every client', () => {
  for (const { about, valid, secrets, now_seconds: now, headers, body } of cases.webhooks) {
    test(about, async () => {
      const verified = verifyWebhook(body, headers, secrets, { nowMs: now * 1_000 })
      if (valid) assert.deepEqual(await verified, JSON.parse(body))
      else await assert.rejects(verified, { name: 'WebhookVerificationError' })
    })
  }
})
