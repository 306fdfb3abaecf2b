/** Screenshots of answers: kept in the object store for days, linked to for hours. */
import { randomUUID } from 'node:crypto'
import { scrapeCallLimits } from '@seine/shared/config/limits.ts'
import { dayOf, linkedScreenshotKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'

export interface ScreenshotLinks {
  /**
   * Stores a picture.
   * @param tenant whose it is.
   * @param png of one page.
   * @returns a link that downloads it with a plain HTTP client until it expires.
   * @throws StoreUnavailableError
   */
  keep(tenant: string, png: Uint8Array): Promise<string>
}

export interface ScreenshotLinkOptions {
  store: Pick<Store, 'put' | 'presign'>
  /** Seconds until a link expires. */
  lifetimeSecs: number
  /** Epoch milliseconds. @default the clock */
  now?: () => number
}

const contentType = 'image/png'

export function createScreenshotLinks({ store, lifetimeSecs, now = Date.now }: ScreenshotLinkOptions): ScreenshotLinks {
  return {
    async keep(tenant, png) {
      const key = linkedScreenshotKey(dayOf(now()), tenant, randomUUID())
      await withinDeadline(`writing ${key}`, store.put(key, png, contentType), scrapeCallLimits.screenshotStoreMs)
      return await store.presign(key, 'screenshot.png', contentType, lifetimeSecs)
    },
  }
}
