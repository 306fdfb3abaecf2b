/** The event loop of the gateway under measurement. */
import { fileURLToPath } from 'node:url'
import type { PartOverride } from '@seine/tools/stack/stack-options.ts'
import { readSamples, sumOf } from '../scale/metric-samples.ts'
import { asInImages } from '../seine/image-sources.ts'

const monitor = fileURLToPath(new URL('loop-monitor.ts', import.meta.url))
/** As in `loop-monitor.ts`, which must not be loaded into this process. */
const longestBlock = 'bench_event_loop_longest_block_seconds'

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

/** Returns the longest block of the gateway's event loop since the last call, milliseconds. @param ops its URL. */
export async function longestBlockMs(ops: string): Promise<number> {
  const page = await fetch(`${ops}/metrics`)
  return sumOf(readSamples(await page.text()), longestBlock) * 1_000
}
