import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { exampleOf } from './examples.ts'
import { pageNoteSchema } from '../schemas/page-note.ts'
import { ProblemList } from '../rules/problem-list.ts'
import type { Route } from '../routes/route.ts'
import { routes, type RouteName } from '../routes/routes.ts'
import { compileSchema } from '../rules/validate.ts'

const names = Object.keys(routes) as RouteName[]

test('every example request fits the schema of its route', () => {
  for (const name of names) {
    const route: Route = routes[name]
    const { body } = exampleOf(name) ?? {}
    assert.equal(body !== undefined, route.body !== undefined, name)
    if (route.body === undefined) continue
    const list = new ProblemList()
    compileSchema(route.body)(body, list)
    assert.deepEqual([...list.problems], [], name)
  }
})

test('every example has the parameters of its route and no others', () => {
  for (const name of names) {
    const route: Route = routes[name]
    const { params = {}, query = {} } = exampleOf(name) ?? {}
    assert.deepEqual(Object.keys(params), Object.keys(route.params ?? {}), name)
    for (const parameter of Object.keys(query)) assert.ok(parameter in (route.query ?? {}), `${name}: ${parameter}`)
  }
})

test('every answer but a page and the description has an example that fits its schema and has no field beyond it', () => {
  for (const name of names) {
    const route: Route = routes[name]
    const { answers = {} } = exampleOf(name) ?? {}
    const [status = 0, response] = Object.entries(route.responses)[0] ?? []
    const hasExample = response?.media !== 'text/html' && response?.schema !== null && name !== 'openapi'
    assert.equal(Number(status) in answers, hasExample, name)
    for (const [code, answer] of Object.entries(answers)) {
      const described = route.responses[Number(code)]
      assert.ok(described !== undefined && described.schema !== null, `${name} ${code}`)
      const ajv = new Ajv2020({ allErrors: true, validateFormats: false })
      assert.ok(ajv.validate(described.schema, answer), `${name}: ${ajv.errorsText()}`)
      if (typeof answer === 'string') continue
      const known = Object.keys((described.schema as { properties?: object }).properties ?? {})
      for (const member of Object.keys(answer as object)) assert.ok(known.includes(member), `${name}: ${member}`)
    }
  }
})

test('the example of a stream is one: its events have the data of their kinds, and it ends', () => {
  for (const [name, status] of [
    ['crawlEvents', 'readCrawl'],
    ['batchEvents', 'readBatch'],
  ] as const) {
    const text = String(exampleOf(name)?.answers[200])
    const events = text
      .split('\n\n')
      .slice(0, -1)
      .map((event) => ({
        name: /^event: (.+)$/m.exec(event)?.[1],
        data: JSON.parse(/^data: (.+)$/m.exec(event)?.[1] ?? 'null') as unknown,
      }))
    assert.deepEqual(
      events.map((event) => event.name),
      ['progress', 'page', 'end'],
    )
    const ajv = new Ajv2020({ allErrors: true, validateFormats: false })
    for (const event of events) {
      const schema = event.name === 'page' ? pageNoteSchema : (routes[status] as Route).responses[200]?.schema
      assert.ok(ajv.validate(schema ?? {}, event.data), `${name} ${event.name}: ${ajv.errorsText()}`)
    }
  }
})
