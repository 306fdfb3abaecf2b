/** Screenshots of answers: stored in the object store for days, with links that are valid for hours. */
import { randomUUID } from 'node:crypto'
import { scrapeCallLimits } from '@seine/shared/config/limits.ts'
import { dayOf, linkedScreenshotKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'

export interface ScreenshotLinks {
  /**
   * Stores a screenshot.
   * @param tenant tenant that owns it.
   * @param png PNG of one page.
   * @returns a link from which any HTTP client can download it until the link expires.
   * @throws StoreUnavailableError when the store does not accept it in time.
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

/** Creates the port that stores screenshots and returns presigned links to them. */
export function createScreenshotLinks({ store, lifetimeSecs, now = Date.now }: ScreenshotLinkOptions): ScreenshotLinks {
  return {
    async keep(tenant, png) {
      const key = linkedScreenshotKey(dayOf(now()), tenant, randomUUID())
      await withinDeadline(`writing ${key}`, store.put(key, png, contentType), scrapeCallLimits.screenshotStoreMs)
      return await store.presign(key, 'screenshot.png', contentType, lifetimeSecs)
    },
  }
}
