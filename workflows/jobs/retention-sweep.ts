/** `retentionSweep`: deletes expired jobs; a schedule starts it. */
import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import type { SweepPlace, SweepResult } from '@seine/activities/retention/sweep-expired.ts'
import { retentionLimits } from '@seine/shared/config/limits.ts'
import { controlOptions } from '../activity-calls/activity-options.ts'
import { endsWithRelease } from '../activity-calls/ends-with-release.ts'

const { sweepExpired } = proxyActivities<Activities>(controlOptions(retentionLimits.sweepIntervalMs))

/**
 * Runs one sweep. Work that it does not finish is left to the next sweep.
 * @returns number of jobs deleted.
 */
export async function retentionSweep(): Promise<number> {
  let place: SweepPlace | null = { stage: 'marks' }
  let deleted = 0
  for (let call = 0; call < retentionLimits.callsPerSweepMax && place !== null; call += 1) {
    const result: SweepResult = await sweepExpired.executeWithOptions({ summary: place.stage }, [
      { place, nowMs: Date.now() },
    ])
    deleted += result.deleted
    setCurrentDetails(`- ${call + 1} calls, the last at \`${place.stage}\`\n- deleted: ${deleted}`)
    place = result.next
  }
  return deleted
}

endsWithRelease(retentionSweep)
