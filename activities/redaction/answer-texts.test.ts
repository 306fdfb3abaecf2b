/** Checks which members of answers may be redacted against the schemas of the answers. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textPlan, type TextPlan } from '@seine/shared/api/schemas/answer-texts.ts'
import { harSchema } from '@seine/shared/api/schemas/har-schema.ts'
import { networkResultSchema } from '@seine/shared/api/schemas/network-result.ts'
import { routes } from '@seine/shared/api/routes/routes.ts'
import { scrapeResultSchema } from '@seine/shared/api/schemas/scrape-result.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import { emptyResult } from '../extract/empty-result.ts'
import { Redactor } from './redactor.ts'
import { redactedValue } from './text-walk.ts'

const secret = 'c4n4ry-in-an-answer'
const redactor = new Redactor([secret])

interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  minimum?: number
}

/**
 * Builds a value with the secret in every place where a schema allows any text. @param isCoded whether it is in Base64.
 */
function filled(schema: Schema, isCoded: boolean): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) {
    return isCoded && schema.enum.includes('base64') ? 'base64' : schema.enum[0]
  }
  if (schema.anyOf !== undefined) return filled(schema.anyOf[0]!, isCoded)
  if (schema.type === 'string') return schema.format === 'date-time' ? '2026-11-23T20:00:00.000Z' : secret
  if (schema.type === 'array') return [filled(schema.items!, isCoded)]
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'null') return null
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values !== undefined) return { [secret]: filled(values, isCoded) }
  const entries = Object.entries(schema.properties ?? {})
  if (schema.type !== 'object' || entries.length === 0) return { [secret]: [secret, { [secret]: secret }] }
  const made = Object.fromEntries(entries.map(([name, each]) => [name, filled(each, isCoded)]))
  return isCoded ? coded(made) : made
}

/** Encodes the payloads that the object itself lists as Base64. */
function coded(object: Record<string, unknown>): Record<string, unknown> {
  const made = { ...object }
  if ('opcode' in made && 'data' in made) made['opcode'] = 2
  for (const [name, value] of Object.entries(object)) {
    if (value !== 'base64') continue
    const named = name === 'encoding' ? 'text' : name.replace(/_encoding$/, '')
    made[named] = Buffer.from(`\0${secret}`).toString('base64')
  }
  if (made['opcode'] === 2 && typeof made['data'] === 'string') made['data'] = Buffer.from(secret).toString('base64')
  return made
}

/** Lists the members whose text still contains the secret, without positions in lists. */
function holders(value: unknown, at = ''): string[] {
  if (typeof value === 'string') {
    const isHeld = value.includes(secret) || Buffer.from(value, 'base64').toString('latin1').includes(secret)
    return isHeld ? [at] : []
  }
  if (Array.isArray(value)) return value.flatMap((each) => holders(each, at))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [
    ...(name.includes(secret) ? [`${at}/(name)`] : []),
    ...holders(each, `${at}/${name}`),
  ])
}

/**
 * Answers that contain content of a page in a session, and the members of each that only the service writes although
 * their schema is any text. A new one must be added here, with `ofService` in its schema.
 */
const answers: Record<string, { schema: Schema; own: string[] }> = {
  scrapePage: {
    schema: scrapeResultSchema as unknown as Schema,
    own: [
      '/attempts/actions/error/code',
      '/attempts/error/code',
      '/attempts/strategy',
      '/actions/error/code',
      '/metadata/degraded',
      '/metadata/extractor',
    ],
  },
  captureNetwork: {
    schema: networkResultSchema,
    own: [
      '/actions/error/code',
      '/attempts/actions/error/code',
      '/attempts/error/code',
      '/attempts/network_calls/id',
      '/attempts/network_calls/initiator/call_id',
      '/attempts/network_calls/initiator/type',
      '/attempts/strategy',
    ],
  },
  'captureNetwork application/har+json': {
    schema: harSchema,
    own: [
      '/log/_session_id',
      '/log/browser/name',
      '/log/browser/version',
      '/log/creator/name',
      '/log/creator/version',
      '/log/entries/_initiator/type',
      '/log/entries/_resourceType',
      '/log/entries/comment',
      '/log/entries/pageref',
      '/log/pages/id',
    ],
  },
}

describe('the schemas of answers', () => {
  for (const [name, { schema, own }] of Object.entries(answers)) {
    for (const isCoded of [false, true]) {
      it(`say of every text of ${name} whose it is${isCoded ? ', of Base64 as well' : ''}`, () => {
        const given = filled(schema, isCoded)
        assert.deepEqual(schemaErrors(schema, given), [])
        const redacted = redactedValue(given, textPlan(schema as Parameters<typeof textPlan>[0]), redactor)
        assert.deepEqual([...new Set(holders(redacted))].toSorted(), own.toSorted())
        assert.deepEqual(schemaErrors(schema, redacted), [])
        assert.ok(holders(given).length > own.length)
      })
    }
  }

  it('are looked at for all routes that answer with attempts at a page that they load', () => {
    // The pages of a job are answered as they are stored.
    const { crawlPage: _crawlPage, batchPage: _batchPage, ...loading } = routes
    const paged = Object.entries(loading).flatMap(([name, { responses }]) =>
      Object.values(
        responses as Record<string, { schema?: Schema | null; otherMedia?: Record<string, Schema> }>,
      ).flatMap(({ schema, otherMedia = {} }) =>
        schema?.properties?.['attempts'] === undefined
          ? []
          : [name, ...Object.keys(otherMedia).map((media) => `${name} ${media}`)],
      ),
    )
    assert.deepEqual(paged.toSorted(), Object.keys(answers).toSorted())
  })

  it('name every member of metadata, as the thread that redacts it goes by them', () => {
    const named = scrapeResultSchema.properties.metadata.properties
    const { metadata } = emptyResult({ contentType: null, formats: [] }, '')
    const snake = Object.keys(metadata).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    assert.deepEqual(
      snake.filter((name) => !(name in named)),
      [],
    )
  })
})

describe('a value', () => {
  it('loses secrets in members that no schema names, and keeps its shape', () => {
    const plan: TextPlan = { kind: 'object', members: { own: { kind: 'keep' } }, base64: {}, cut: {} }
    const given = JSON.parse(
      `{"own":"${secret}","new":{"${secret}":["${secret}",1,null]},"__proto__":{"a":"${secret}"},"n":1}`,
    ) as object
    const redacted = redactedValue(given, plan, redactor)
    assert.equal(
      JSON.stringify(redacted),
      `{"own":"${secret}","new":{"[secret]":["[secret]",1,null]},"__proto__":{"a":"[secret]"},"n":1}`,
    )
    assert.equal(Object.getPrototypeOf(redacted), Object.prototype)
  })

  it('has the beginning of a secret taken out where a member says that it was cut', () => {
    const call = { response_body: 'x=c4n4ry-in', response_body_encoding: 'utf8', response_body_truncated: true }
    const { attempts } = networkResultSchema.properties
    const plan = textPlan(attempts.items.properties.network_calls.items)
    assert.equal(redactedValue(call, plan, redactor).response_body, 'x=[secret]')
    const whole = { ...call, response_body_truncated: false }
    assert.equal(redactedValue(whole, plan, redactor).response_body, 'x=c4n4ry-in')
    const message = { type: 'send', time: 1, opcode: 1, data: 'x=c4n4ry-in', _truncated: true }
    const har = { log: { entries: [{ _webSocketMessages: [message] }] } }
    const [entry] = redactedValue(har, textPlan(harSchema), redactor).log.entries
    assert.equal(entry?._webSocketMessages[0]?.data, 'x=[secret]')
  })
})
