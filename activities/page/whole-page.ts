/** What those ask for who read a page for themselves: a map, a search, a login. */
import type { PageRequest } from '@seine/shared/pages/page.ts'

/** All of the page as it comes, with any status, never from the cache and without anything beside it. */
export const wholePage = {
  screenshot: null,
  keepBrokenOff: true,
  errorPages: 'read',
  judgeRedirect: async () => await Promise.resolve(null),
  content: { onlyMainContent: false },
  structuredData: false,
  compared: false,
  maxAgeSecs: 0,
  earlier: [],
} satisfies Partial<PageRequest>
