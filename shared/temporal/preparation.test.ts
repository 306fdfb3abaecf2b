import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connection } from '@temporalio/client'
import { searchAttributes } from './names.ts'
import { PreparationError, prepareNamespace, prepareSearchAttributes } from './preparation.ts'

const log = { info: () => undefined, warn: () => undefined }
const anHour = AbortSignal.timeout(3_600_000)

/** A fake server with these search attributes; `add` handles requests for more. */
function server(attributes: Record<string, number>, add: (wanted: Record<string, number>) => void): Connection {
  const operatorService = {
    listSearchAttributes: async () => await Promise.resolve({ customAttributes: { ...attributes } }),
    addSearchAttributes: async (request: { searchAttributes: Record<string, number> }) => {
      await Promise.resolve()
      add(request.searchAttributes)
    },
  }
  return { operatorService } as unknown as Connection
}

const prepare = async (connection: Connection) => await prepareSearchAttributes(connection, 'default', log, anHour)

test('only what is missing is registered', async () => {
  const there: Record<string, number> = {}
  await prepare(server(there, (wanted) => Object.assign(there, wanted)))
  assert.deepEqual(Object.keys(there).toSorted(), Object.keys(searchAttributes).toSorted())

  const { Tenant: _, ...others } = there
  const asked: string[] = []
  await prepare(server(others, (wanted) => asked.push(...Object.keys(wanted))))
  assert.deepEqual(asked, ['Tenant'])
})

test('what another process registers at the same time is not requested again', async () => {
  const there: Record<string, number> = {}
  const asked: string[][] = []
  const contended = server(there, (wanted) => {
    asked.push(Object.keys(wanted))
    if (asked.length > 1) return
    const { Tenant: _, ...others } = wanted
    Object.assign(there, others)
    throw Object.assign(new Error('there is one'), { code: 6 })
  })
  await prepare(contended)
  assert.deepEqual(asked, [Object.keys(searchAttributes), ['Tenant']])
})

test('an attribute of another type is reported', async () => {
  const refused = prepare(server({ Tenant: 3 }, () => assert.fail('it registers something')))
  await assert.rejects(refused, (error) => error instanceof PreparationError && /Tenant exists/.test(error.message))
})

const denied = Object.assign(new Error('not for you'), { code: 7 })

test('a namespace that others have made will do', async () => {
  const answers = (isThere: boolean): Connection =>
    ({
      workflowService: {
        registerNamespace: async () => await Promise.reject(denied),
        describeNamespace: async () => await (isThere ? Promise.resolve({}) : Promise.reject(new Error('absent'))),
      },
    }) as unknown as Connection
  await prepareNamespace(answers(true), 'default', 3, log, anHour)
  await assert.rejects(prepareNamespace(answers(false), 'default', 3, log, anHour), denied)
})

test('search attributes that have to be created by an operator are reported', async () => {
  const operatorService = { listSearchAttributes: async () => await Promise.reject(denied) }
  const warnings: unknown[] = []
  const heard = { ...log, warn: (facts: unknown) => warnings.push(facts) }
  const connection = { operatorService } as unknown as Connection
  await prepareSearchAttributes(connection, 'default', heard, anHour)
  assert.deepEqual(warnings, [{ reason: 'not for you', needed: searchAttributes }])
})
