/** Routes of SDK methods that need a part which this service does not have. They answer 501 and name the reason. */
import type { RequestHandler } from 'express'
import { translationError } from './wire-error.ts'
import { Translation } from './translate/translation.ts'

const lacking = (route: string, why: string): RequestHandler => {
  return () => {
    const notes = new Translation()
    notes.lacks(route, why)
    throw translationError(notes)
  }
}

export const lackingRoutes: readonly { path: string; handler: RequestHandler }[] = [
  {
    path: '/crawl/params-preview',
    handler: lacking('POST /v2/crawl/params-preview', 'give the options of the crawl themselves'),
  },
  {
    path: '/extract',
    handler: lacking('POST /v2/extract', 'scrape the pages with the format `json`'),
  },
]
