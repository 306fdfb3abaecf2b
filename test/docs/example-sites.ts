/** The sites that stand in for the shop and the application of the guides. */
import { startSpaSite } from '../spa/spa-site.ts'
import { startShopSite } from '../stack/shop-site.ts'

export interface ExampleSites {
  /** Text of the guides, and what replaces it. */
  replacements: readonly (readonly [placeholder: string, url: string])[]
  /** Entries of `SEINE_EGRESS_ALLOW` for them. */
  egressAllow: string[]
  close(): Promise<void>
}

/** Starts both sites on free ports. */
export async function startExampleSites(): Promise<ExampleSites> {
  const shop = await startShopSite()
  const application = await startSpaSite()
  return {
    replacements: [
      ['https://shop.example.com/', `${shop.origin}/`],
      ['https://app.example.com/', `${application.origin}/app/`],
    ],
    egressAllow: [shop.port, application.port].map((port) => `127.0.0.1/32:${port}`),
    async close() {
      await shop.close()
      await application.close()
    },
  }
}
