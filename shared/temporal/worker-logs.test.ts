import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { routeTemporalLogs } from './worker-logs.ts'

test('errors that the SDK reports are legible', () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  routeTemporalLogs(pino(sink)).warn('Activity failed', { error: new TypeError('what went wrong'), attempt: 2 })
  const { msg, temporal } = JSON.parse(lines[0]!) as { msg: string; temporal: Record<string, unknown> }
  assert.equal(msg, 'Activity failed')
  assert.equal(temporal['attempt'], 2)
  assert.match(JSON.stringify(temporal['error']), /TypeError.*what went wrong/)
})
