/**
 * The first pages of jobs against their objective. Only the workers that advance frontiers know when they ended: each
 * counts its own, shows them among its metrics, and reports them to gateways with its state.
 */
import { serviceLevelLimits } from '../config/service-level-limits.ts'
import { metrics, whenRead } from './metrics.ts'
import { RecentEvents, type LevelEvents } from './recent-events.ts'

const level = 'first_page'
const recent = new RecentEvents<typeof level>()

/**
 * Counts the end of the first page of a job.
 * @param seconds time from the start of the job.
 * @param nowMs epoch milliseconds.
 */
export function observeFirstPage(kind: string, seconds: number, nowMs = Date.now()): void {
  metrics.firstPageSeconds.observe({ kind }, seconds)
  recent.add(level, seconds > serviceLevelLimits.lateFirstPageSecs, nowMs)
}

/** Returns the first pages of the last hour, and how many of them were late. @param nowMs epoch milliseconds. */
export const recentFirstPages = (nowMs = Date.now()): LevelEvents => recent.sum(level, nowMs)

/** Shows the service level of first pages among the metrics of this process. */
export function showFirstPages(): void {
  metrics.serviceLevelAllowed.set({ level }, serviceLevelLimits.allowedBad[level])
  whenRead(() => {
    const { total, bad } = recentFirstPages()
    metrics.serviceLevelBad.set({ level }, total === 0 ? 0 : bad / total)
  })
}
