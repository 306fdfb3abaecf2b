/** The requests that the console makes forms for. */

/** A kind of request. */
export interface RequestKind {
  /** In the address. */
  id: string
  /** Name of its link and its form. */
  name: string
  /** Path of the API. */
  path: string
  /** Name of the button. */
  button: 'Start' | 'Run'
  /** Fields that are shown at once; all others are under More fields. */
  first: readonly string[]
  words: string
}

/** The kinds, in order; captures have a view of their own. */
export const requestKinds: readonly RequestKind[] = [
  {
    id: 'crawl',
    name: 'Crawl',
    path: '/crawl',
    button: 'Start',
    first: ['url', 'limit', 'output'],
    words: 'Follows the links of a website from a start page.',
  },
  {
    id: 'scrape',
    name: 'Scrape',
    path: '/scrape',
    button: 'Run',
    first: ['url', 'output'],
    words: 'Reads one page now.',
  },
  {
    id: 'batch',
    name: 'Batch',
    path: '/batch/scrape',
    button: 'Start',
    first: ['urls', 'output'],
    words: 'Reads a list of pages.',
  },
  {
    id: 'map',
    name: 'Map',
    path: '/map',
    button: 'Run',
    first: ['url', 'limit', 'search'],
    words: 'Lists the addresses of a website without reading its pages.',
  },
]
