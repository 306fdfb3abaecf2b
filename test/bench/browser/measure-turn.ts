/** One turn, measured: by the site, which counts requests, and by the kernel. */
import { TreeMeter } from '../processes/tree-meter.ts'
import type { PageSite } from '../page-site/page-site.ts'
import type { TurnRun } from './browser-figures.ts'
import type { Contender, Turn } from './contender.ts'

/** Has a contender, which has begun, load pages. @param pid its process. */
export async function measureTurn(
  contender: Contender,
  pid: number,
  turn: Turn,
  site: PageSite,
  round: number,
): Promise<TurnRun> {
  await site.reset()
  const meter = new TreeMeter(pid)
  try {
    const { wallMs, loads } = await contender.load(turn)
    const { ownCpuMs, belowCpuMs, peakPssBytes } = meter.stop()
    return {
      contender: contender.name,
      round,
      atOnce: turn.atOnce,
      wallMs,
      loads,
      requests: await site.requests(),
      ownCpuMs,
      belowCpuMs,
      peakPssBytes,
    }
  } finally {
    meter.stop()
  }
}
