/** The event loop of the gateway under measurement. */
import { fileURLToPath } from 'node:url'
import type { PartOverride } from '@seine/tools/stack/stack-options.ts'
import { readSamples, sumOf } from '../scale/metric-samples.ts'
import { asInImages } from '../seine/image-sources.ts'

const monitor = fileURLToPath(new URL('loop-monitor.ts', import.meta.url))

/** The longest turn of an event loop in a period. */
export interface LoopTurns {
  /** Time during which nothing else could run, milliseconds. Other processes on the machine make it longer. */
  blockMs: number
  /** Most CPU of the main thread in one turn, milliseconds. */
  turnCpuMs: number
}

/**
 * Returns the gateway with a measured event loop and room for listeners.
 * @param cache folder of installed tools.
 * @param streamsMax streams that a key may have open.
 */
export const measuredGateway = (cache: string, streamsMax: number): PartOverride => ({
  command(own) {
    const { args, environment, ...command } = asInImages(own, cache)
    return {
      ...command,
      args: [`--import=${monitor}`, ...args],
      environment: { ...environment, SEINE_LIMIT_STREAMS: String(streamsMax) },
    }
  },
})

/** Returns the longest turn of the gateway's event loop since the last call. @param ops URL of its operations port. */
export async function longestTurn(ops: string): Promise<LoopTurns> {
  const page = await fetch(`${ops}/metrics`)
  const samples = readSamples(await page.text())
  // Names as in `loop-monitor.ts`, which must not be loaded into this process.
  const read = (name: string): number => sumOf(samples, name) * 1_000
  return { blockMs: read('bench_event_loop_block_seconds'), turnCpuMs: read('bench_event_loop_turn_cpu_seconds') }
}
