/** Measures one turn: requests counted by the site, resources counted by the kernel. */
import { TreeMeter } from '../processes/tree-meter.ts'
import type { PageSite } from '../page-site/page-site.ts'
import type { TurnRun } from './browser-figures.ts'
import type { Contender, Turn } from './contender.ts'

/** Makes a started contender load pages. @param pid its process id. */
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
