/** The state of a delivery in sample answers. */
import type { DeliveryStatus } from '../schemas/job-schema.ts'

/** Archives of a crawl at a delivery target. */
export const exampleDelivery: DeliveryStatus = {
  target: 'lake',
  state: 'delivered',
  files: [
    {
      name: 'markdown.zip',
      bytes: 81_920,
      sha256: 'b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78',
    },
    { name: 'links.zip', bytes: 9_216, sha256: '9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0' },
  ],
  error: null,
  delivered_at: '2026-11-21T20:35:29.107Z',
}
