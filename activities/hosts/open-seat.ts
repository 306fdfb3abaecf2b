/** A seat at a host that is not shared: a permit is always free. */
import type { HostSeat } from '@seine/shared/pages/host-seats.ts'

const openPermit = { repeat: () => 0, end: () => undefined }

export const openSeat: HostSeat = {
  tryStart: () => openPermit,
  withdraw: () => undefined,
  pauseLeftMs: () => 0,
  bindCrawlDelay: () => undefined,
  leave: () => undefined,
}
