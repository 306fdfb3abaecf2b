import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError } from '@seine/shared/config/config.ts'
import { readWebhookSchedule } from './webhook-schedule.ts'

const read = (SEINE_WEBHOOK_SCHEDULE: string) => readWebhookSchedule({ SEINE_WEBHOOK_SCHEDULE })

describe('readWebhookSchedule', () => {
  it('reads pauses, and gives pages the first five within an hour', () => {
    const schedule = read(' 0, 5,300,1800,7200,18000 ')
    assert.deepEqual(schedule.terminal, [0, 5_000, 300_000, 1_800_000, 7_200_000, 18_000_000])
    assert.deepEqual(schedule.page, [0, 5_000, 300_000, 1_800_000, 1_495_000])
    assert.deepEqual(schedule.probe, [0, 5_000, 5_000, 5_000, 5_000])
    assert.equal(schedule.patienceMs, 3_600_000)
  })

  it('takes compressed schedules as they are', () => {
    const schedule = read('0,1')
    assert.deepEqual(schedule, { terminal: [0, 1_000], page: [0, 1_000], probe: [0, 1_000], patienceMs: 1_000 })
  })

  it('refuses everything else, naming setting, rule and value', () => {
    const tooMany = Array.from({ length: 51 }, () => '1').join(',')
    for (const text of ['', 'a', '0,', ',1', '1.5', '-1', '0;1', '1e3', '700000', tooMany]) {
      assert.throws(
        () => read(text),
        (error) =>
          error instanceof ConfigError &&
          /SEINE_WEBHOOK_SCHEDULE: must be 1 to 50 whole numbers.*got "/.test(error.message),
        text,
      )
    }
  })
})
