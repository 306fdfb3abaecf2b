/** One answer lists everything that is wrong with a request: every unknown field, every value of the wrong type. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldProblem } from '@seine/shared/api/schemas/problems.ts'
import { problemSegment } from '@seine/shared/api/rules/problem-list.ts'
import type { Route } from '@seine/shared/api/routes/route.ts'
import { routes } from '@seine/shared/api/routes/routes.ts'
import * as fc from 'fast-check'
import { contractGateway } from './contract-gateway.ts'
import { fuzzRuns } from './fuzz-settings.ts'
import { jsonText, Members, treeOf, type Tree } from './json-tree.ts'
import { oddName } from './odd-requests.ts'
import { RawClient, type RawAnswer } from './raw-client.ts'
import { validBodies, type BodyRoute } from './request-bodies.ts'

const bodyRoutes = Object.keys(validBodies) as BodyRoute[]

interface FieldShape {
  type?: string
  anyOf?: { type?: string }[]
  enum?: unknown[]
}

const fieldsOf = (name: BodyRoute): [string, FieldShape][] =>
  Object.entries((routes[name].body as unknown as { properties: Record<string, FieldShape> }).properties)

/** Returns a value that a field of this shape must reject; null when it accepts any. */
function wrongValue({ type, anyOf, enum: choices }: FieldShape): Tree | null {
  const types = [type, ...(anyOf ?? []).map((option) => option.type)]
  if (type === undefined && anyOf === undefined && choices === undefined) return null
  return types.includes('object') ? 5 : new Members([])
}

const squashed = (name: string): string => name.toLowerCase().replaceAll(/[_\-\s]/g, '')

/**
 * Returns the field that a spelling stands for: in page requests, the session has one that differs in more than case
 * style.
 */
const meaning = (name: string, route: BodyRoute): string =>
  squashed(name) === 'session' && route !== 'createSession' ? 'sessionid' : squashed(name)

/** Known fields of a route that can be wrong independently of each other, one spelling of each. */
function faultyFields(name: BodyRoute): (readonly [string, Tree])[] {
  const seen = new Set<string>()
  return fieldsOf(name).flatMap(([field, shape]) => {
    // Spellings of the same field; a second one would be a different kind of error.
    const meant = field.startsWith('session') ? 'session' : field === 'scrapeOptions' ? 'scrape' : squashed(field)
    const value = wrongValue(shape)
    if (seen.has(meant) || value === null) return []
    seen.add(meant)
    return [[field, value] as const]
  })
}

const send = (client: RawClient, name: BodyRoute, body: Tree): Promise<RawAnswer> => {
  const route: Route = routes[name]
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer acme-key' }
  return client.checked({ method: 'POST', path: route.path, headers, body: Buffer.from(jsonText(body)) })
}

const errorsOf = ({ text }: RawAnswer): FieldProblem[] => (JSON.parse(text) as { errors?: FieldProblem[] }).errors ?? []

for (const name of bodyRoutes) {
  const known = new Set(fieldsOf(name).map(([field]) => field))

  test(`${name}: unknown fields and wrong values are all reported at once`, async (t) => {
    const client = new RawClient((await contractGateway(t)).url)
    t.after(() => client.close())
    const faulty = fc.subarray(faultyFields(name))
    const unknown = fc.uniqueArray(
      oddName.filter((field) => !known.has(field) && field !== 'schema'),
      { maxLength: 4 },
    )
    const property = fc.asyncProperty(
      fc.constantFrom(...validBodies[name]),
      faulty,
      unknown,
      async (valid, wrong, more) => {
        fc.pre(wrong.length + more.length > 0)
        const replaced = new Set(wrong.map(([field]) => squashed(field)))
        const kept = (treeOf(valid) as Members).entries.filter(([field]) => {
          const other = field === 'scrapeOptions' ? 'scrape' : field
          return !replaced.has(squashed(other))
        })
        const answer = await send(
          client,
          name,
          new Members([...kept, ...wrong, ...more.map((each) => [each, 1] as const)]),
        )
        assert.equal(answer.status, 422, answer.text)
        const told = errorsOf(answer)
        for (const [field] of wrong) {
          assert.ok(
            told.some(({ pointer }) => pointer === `/${field}`),
            `/${field} is not told: ${answer.text}`,
          )
        }
        for (const field of more) {
          const pointer = `/${problemSegment(field.toWellFormed())}`
          const ofField = told.filter((each) => each.pointer.toWellFormed() === pointer)
          assert.deepEqual(
            ofField.map(({ code }) => code),
            ['unknown_field'],
            `${JSON.stringify(field)}: ${answer.text}`,
          )
        }
      },
    )
    await fc.assert(property, fuzzRuns(300))
  })

  test(`${name}: a field in the spelling of another endpoint is refused with the spelling of this one`, async (t) => {
    const client = new RawClient((await contractGateway(t)).url)
    t.after(() => client.close())
    const others = new Set(bodyRoutes.flatMap((other) => fieldsOf(other).map(([field]) => field)))
    for (const field of others) {
      if (known.has(field)) continue
      const meant = [...known].filter((own) => meaning(own, name) === meaning(field, name))
      const answer = await send(client, name, treeOf({ ...validBodies[name][0], [field]: 1 }))
      assert.equal(answer.status, 422, answer.text)
      const told = errorsOf(answer).find(({ pointer }) => pointer === `/${field}`)
      assert.equal(told?.code, 'unknown_field', answer.text)
      const hint = /this endpoint spells it `(?<spelling>[^`]+)`/.exec(told?.message ?? '')?.groups?.['spelling']
      if (meant.length === 0) assert.equal(hint, undefined, told?.message)
      else assert.ok(meant.includes(hint ?? ''), `${field}: ${told?.message}`)
    }
  })
}
