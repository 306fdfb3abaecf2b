/** Schedules and runs of watches in memory. */
import type { WatchRunInput } from '@seine/shared/temporal/watch-shapes.ts'
import type { WatchDefinition, WatchRef } from '@seine/shared/watches/definition.ts'
import type { RunStarted, ScheduleView, WatchEngine } from '../watches/watch-engine.ts'

export class FakeWatches implements WatchEngine {
  /** Definitions that schedules were derived from, by watch. */
  readonly schedules = new Map<string, WatchDefinition>()
  /** Runs in progress, by watch. */
  readonly running = new Map<string, WatchRunInput>()
  /** Thrown by every call. */
  fault: Error | null = null
  nextAt = new Date('2030-01-01T00:00:00Z')

  async reconcile(definition: WatchDefinition): Promise<void> {
    this.#check()
    this.schedules.set(definition.id, definition)
  }

  async schedule({ id }: WatchRef): Promise<ScheduleView | null> {
    this.#check()
    const definition = this.schedules.get(id)
    return definition === undefined ? null : { version: definition.version, nextAt: this.nextAt, skipped: 0 }
  }

  async unschedule({ id }: WatchRef): Promise<void> {
    this.#check()
    this.schedules.delete(id)
  }

  async run(input: WatchRunInput): Promise<RunStarted> {
    this.#check()
    const current = this.running.get(input.watchId)
    if (current !== undefined) return { started: false, runId: current.runId ?? null }
    this.running.set(input.watchId, input)
    return { started: true }
  }

  #check(): void {
    if (this.fault !== null) throw this.fault
  }
}
